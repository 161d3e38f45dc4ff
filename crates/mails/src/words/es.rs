//! Spanish.

use super::{Labels, Wording, Words};

pub(crate) static WORDS: Words = Words {
    labels: Labels {
        invoice: "Factura",
        receipt: "Recibo",
        reminder: "Recordatorio",
        overdue: "Vencida",
        trial: "Su prueba",
        renewal: "Renovación",
        cancel: "Cancelación",
        credit: "Crédito",
        balance: "Saldo",
        usage: "Consumo",
        due_on: "vence el {date}",
        was_due_on: "venció el {date}",
        paid_on: "pagado el {date}",
        nothing_due: "nada que pagar",
        credited: "abonado a su cuenta",
        ends_on: "termina el {date}",
        renews_on: "se renueva el {date}",
        expires_on: "utilizable hasta el {date}",
        no_expiry: "sin fecha de caducidad",
        left: "restantes",
        of_limit: "de {limit}",
        more_lines: "y {count} líneas más en la factura",
        how_to_pay: "Cómo pagar",
        view_invoice: "Ver la factura",
        stop_reminders: "Si no quiere más recordatorios, responda a este mensaje con «baja».",
    },
    invoice: Wording {
        subject: "{% if invoice.is_credit_note %}\
            Nota de crédito {{ invoice.number }} de {{ company.name }}: {{ invoice.credited }}\
            {% elif invoice.is_open %}\
            Factura {{ invoice.number }} de {{ company.name }}: {{ invoice.due }}, vence el \
            {{ invoice.due_day }}\
            {% else %}\
            Factura {{ invoice.number }} de {{ company.name }}: {{ invoice.total }}, nada que \
            pagar\
            {% endif %}",
        message: "{% if invoice.is_credit_note %}\
            Esta es la nota de crédito {{ invoice.number }} para {{ customer.name }}.\
            {% else %}\
            Esta es la factura {{ invoice.number }} para {{ customer.name }}.\
            {% endif %}",
    },
    receipt: Wording {
        subject: "Recibo de {{ company.name }}: {{ invoice.paid }} por la factura \
            {{ invoice.number }}",
        message: "Gracias. La factura {{ invoice.number }} está pagada por completo.",
    },
    reminder_before: Wording {
        subject: "Recordatorio: factura {{ invoice.number }} de {{ company.name }}, \
            {{ invoice.due }}, vence el {{ invoice.due_day }}",
        message: "La factura {{ invoice.number }} del {{ invoice.issue_date }} vence el \
            {{ invoice.due_date }}. Si ya ha pagado, no tiene que hacer nada.",
    },
    reminder_after: Wording {
        subject: "Vencida: factura {{ invoice.number }} de {{ company.name }}, \
            {{ invoice.due }}, venció el {{ invoice.due_day }}",
        message: "La factura {{ invoice.number }} venció el {{ invoice.due_date }} y no está \
            pagada por completo. Le rogamos que pague {{ invoice.due }} ahora.\n\n\
            Si el pago está en camino, no tiene que hacer nada.",
    },
    trial_ending: Wording {
        subject: "Su prueba de {{ subscription.name }} termina el {{ subscription.end_day }}",
        message: "Su prueba de {{ subscription.name }} termina el {{ subscription.end_date }}.\
            {% if subscription.amount %} Después cuesta {{ subscription.amount }}, facturados por \
            primera vez ese día.{% endif %}\n\n\
            Si quiere continuar, no tiene que hacer nada. Si no, avísenos antes de ese día.",
    },
    renewal_ahead: Wording {
        subject: "{{ subscription.name }} de {{ company.name }} se renueva el \
            {{ subscription.renewal_day }}{% if subscription.amount %}: \
            {{ subscription.amount }}{% endif %}",
        message: "{{ subscription.name }} se renueva el {{ subscription.renewal_date }}.\
            {% if subscription.amount %} La próxima factura será de unos \
            {{ subscription.amount }}.{% endif %}\n\n\
            Si quiere continuar, no tiene que hacer nada. Si no, avísenos antes de ese día.",
    },
    cancel_receipt: Wording {
        subject: "{{ subscription.name }} de {{ company.name }} está cancelado y termina el \
            {{ subscription.end_day }}",
        message: "Hemos recibido la cancelación de {{ subscription.name }}. Termina el \
            {{ subscription.end_date }}.",
    },
    credit_granted: Wording {
        subject: "{{ company.name }} le ha dado un crédito: {{ credit.amount }}",
        message: "Tiene un crédito de {{ credit.amount }}: {{ credit.name }}. Se descontará de \
            sus próximas facturas.",
    },
    low_balance: Wording {
        subject: "Su saldo en {{ company.name }} es bajo: quedan {{ balance.left }}",
        message: "Quedan {{ balance.left }} de sus créditos, menos de {{ balance.limit }}.",
    },
    usage_threshold: Wording {
        subject: "{{ usage.name }} en {{ company.name }}: {{ usage.used }} de \
            {{ usage.limit }} consumidos",
        message: "Ha consumido {{ usage.used }} de {{ usage.name }} en este periodo, más de \
            {{ usage.limit }}.",
    },
};
