//! German.

use super::{Labels, Wording, Words};

pub(crate) static WORDS: Words = Words {
    labels: Labels {
        invoice: "Rechnung",
        receipt: "Zahlungsbestätigung",
        reminder: "Erinnerung",
        overdue: "Überfällig",
        trial: "Ihr Probezeitraum",
        renewal: "Verlängerung",
        cancel: "Kündigung",
        credit: "Guthaben",
        balance: "Guthabenstand",
        usage: "Verbrauch",
        due_on: "fällig am {date}",
        was_due_on: "war fällig am {date}",
        paid_on: "bezahlt am {date}",
        nothing_due: "nichts zu zahlen",
        credited: "Ihnen gutgeschrieben",
        ends_on: "endet am {date}",
        renews_on: "verlängert sich am {date}",
        expires_on: "verwendbar bis {date}",
        no_expiry: "ohne Ablaufdatum",
        left: "verbleiben",
        of_limit: "von {limit}",
        more_lines: "und {count} weitere Positionen auf der Rechnung",
        how_to_pay: "So bezahlen Sie",
        view_invoice: "Rechnung ansehen",
        stop_reminders: "Keine Erinnerungen mehr? Antworten Sie mit „abbestellen“.",
    },
    invoice: Wording {
        subject: "{% if invoice.is_credit_note %}\
            Gutschrift {{ invoice.number }} von {{ company.name }}: {{ invoice.credited }}\
            {% elif invoice.is_open %}\
            Rechnung {{ invoice.number }} von {{ company.name }}: {{ invoice.due }} fällig am \
            {{ invoice.due_day }}\
            {% else %}\
            Rechnung {{ invoice.number }} von {{ company.name }}: {{ invoice.total }}, nichts zu \
            zahlen\
            {% endif %}",
        message: "{% if invoice.is_credit_note %}\
            Hier ist die Gutschrift {{ invoice.number }} für {{ customer.name }}.\
            {% else %}\
            Hier ist die Rechnung {{ invoice.number }} für {{ customer.name }}.\
            {% endif %}",
    },
    receipt: Wording {
        subject: "Zahlungsbestätigung von {{ company.name }}: {{ invoice.paid }} für Rechnung \
            {{ invoice.number }}",
        message: "Vielen Dank. Die Rechnung {{ invoice.number }} ist vollständig bezahlt.",
    },
    reminder_before: Wording {
        subject: "Erinnerung: Rechnung {{ invoice.number }} von {{ company.name }}, \
            {{ invoice.due }} fällig am {{ invoice.due_day }}",
        message: "Die Rechnung {{ invoice.number }} vom {{ invoice.issue_date }} ist am \
            {{ invoice.due_date }} fällig. Falls Sie schon bezahlt haben, brauchen Sie nichts zu \
            tun.",
    },
    reminder_after: Wording {
        subject: "Überfällig: Rechnung {{ invoice.number }} von {{ company.name }}, \
            {{ invoice.due }} war fällig am {{ invoice.due_day }}",
        message: "Die Rechnung {{ invoice.number }} war am {{ invoice.due_date }} fällig und ist \
            nicht vollständig bezahlt. Bitte zahlen Sie jetzt {{ invoice.due }}.\n\n\
            Falls die Zahlung schon unterwegs ist, brauchen Sie nichts zu tun.",
    },
    trial_ending: Wording {
        subject: "Ihr Probezeitraum für {{ subscription.name }} endet am \
            {{ subscription.end_day }}",
        message: "Ihr Probezeitraum für {{ subscription.name }} endet am \
            {{ subscription.end_date }}.\
            {% if subscription.amount %} Danach kostet es {{ subscription.amount }}, erstmals an \
            diesem Tag berechnet.{% endif %}\n\n\
            Wenn Sie weitermachen möchten, brauchen Sie nichts zu tun. Wenn nicht, sagen Sie es \
            uns vor diesem Tag.",
    },
    renewal_ahead: Wording {
        subject: "{{ subscription.name }} von {{ company.name }} verlängert sich am \
            {{ subscription.renewal_day }}{% if subscription.amount %}: \
            {{ subscription.amount }}{% endif %}",
        message: "{{ subscription.name }} verlängert sich am {{ subscription.renewal_date }}.\
            {% if subscription.amount %} Die nächste Rechnung wird etwa \
            {{ subscription.amount }} betragen.{% endif %}\n\n\
            Wenn Sie weitermachen möchten, brauchen Sie nichts zu tun. Wenn nicht, sagen Sie es \
            uns vor diesem Tag.",
    },
    cancel_receipt: Wording {
        subject: "{{ subscription.name }} von {{ company.name }} ist gekündigt und endet am \
            {{ subscription.end_day }}",
        message: "Wir haben die Kündigung von {{ subscription.name }} erhalten. Es endet am \
            {{ subscription.end_date }}.",
    },
    credit_granted: Wording {
        subject: "{{ company.name }} hat Ihnen ein Guthaben gegeben: {{ credit.amount }}",
        message: "Sie haben ein Guthaben von {{ credit.amount }}: {{ credit.name }}. Es wird von \
            selbst mit Ihren nächsten Rechnungen verrechnet.",
    },
    low_balance: Wording {
        subject: "Ihr Guthaben bei {{ company.name }} geht zur Neige: noch {{ balance.left }}",
        message: "Von Ihrem Guthaben sind noch {{ balance.left }} übrig, weniger als \
            {{ balance.limit }}.",
    },
    usage_threshold: Wording {
        subject: "{{ usage.name }} bei {{ company.name }}: {{ usage.used }} von \
            {{ usage.limit }} verbraucht",
        message: "Sie haben in diesem Zeitraum {{ usage.used }} von {{ usage.name }} verbraucht, \
            mehr als {{ usage.limit }}.",
    },
};
