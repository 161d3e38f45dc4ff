//! English.

use super::{Labels, Wording, Words};

pub(crate) static WORDS: Words = Words {
    labels: Labels {
        invoice: "Invoice",
        receipt: "Receipt",
        reminder: "Reminder",
        overdue: "Overdue",
        trial: "Your trial",
        renewal: "Renewal",
        cancel: "Cancellation",
        credit: "Credit",
        balance: "Balance",
        usage: "Usage",
        due_on: "due {date}",
        was_due_on: "was due {date}",
        paid_on: "paid on {date}",
        nothing_due: "nothing to pay",
        credited: "credited to you",
        ends_on: "ends {date}",
        renews_on: "renews {date}",
        expires_on: "to be used by {date}",
        no_expiry: "no expiry date",
        left: "left",
        of_limit: "of {limit}",
        more_lines: "and {count} more lines on the invoice",
        how_to_pay: "How to pay",
        view_invoice: "View invoice",
        stop_reminders: "To get no more reminders, answer this mail with “unsubscribe”.",
    },
    invoice: Wording {
        subject: "{% if invoice.is_credit_note %}\
            Credit note {{ invoice.number }} from {{ company.name }}: {{ invoice.credited }}\
            {% elif invoice.is_open %}\
            Invoice {{ invoice.number }} from {{ company.name }}: {{ invoice.due }} due \
            {{ invoice.due_day }}\
            {% else %}\
            Invoice {{ invoice.number }} from {{ company.name }}: {{ invoice.total }}, nothing to \
            pay\
            {% endif %}",
        message: "{% if invoice.is_credit_note %}\
            Here is credit note {{ invoice.number }} for {{ customer.name }}.\
            {% else %}\
            Here is invoice {{ invoice.number }} for {{ customer.name }}.\
            {% endif %}",
    },
    receipt: Wording {
        subject: "Receipt from {{ company.name }}: {{ invoice.paid }} paid for invoice \
            {{ invoice.number }}",
        message: "Thank you. Invoice {{ invoice.number }} is paid in full.",
    },
    reminder_before: Wording {
        subject: "Reminder: invoice {{ invoice.number }} from {{ company.name }}, \
            {{ invoice.due }} due {{ invoice.due_day }}",
        message: "Invoice {{ invoice.number }} of {{ invoice.issue_date }} is due on \
            {{ invoice.due_date }}. If you have paid already, you need not do anything.",
    },
    reminder_after: Wording {
        subject: "Overdue: invoice {{ invoice.number }} from {{ company.name }}, \
            {{ invoice.due }} was due {{ invoice.due_day }}",
        message: "Invoice {{ invoice.number }} was due on {{ invoice.due_date }} and is not paid \
            in full. Please pay {{ invoice.due }} now.\n\n\
            If the payment is on its way, you need not do anything.",
    },
    trial_ending: Wording {
        subject: "Your trial of {{ subscription.name }} ends {{ subscription.end_day }}",
        message: "Your trial of {{ subscription.name }} ends on {{ subscription.end_date }}.\
            {% if subscription.amount %} From then on it costs {{ subscription.amount }}, \
            first billed on that day.{% endif %}\n\n\
            If you want to go on, you need not do anything. If not, tell us before that day.",
    },
    renewal_ahead: Wording {
        subject: "{{ subscription.name }} from {{ company.name }} renews \
            {{ subscription.renewal_day }}{% if subscription.amount %}: \
            {{ subscription.amount }}{% endif %}",
        message: "{{ subscription.name }} renews on {{ subscription.renewal_date }}.\
            {% if subscription.amount %} The next invoice will come to about \
            {{ subscription.amount }}.{% endif %}\n\n\
            If you want to go on, you need not do anything. If not, tell us before that day.",
    },
    cancel_receipt: Wording {
        subject: "{{ subscription.name }} from {{ company.name }} is cancelled and ends \
            {{ subscription.end_day }}",
        message: "We have received the cancellation of {{ subscription.name }}. It ends on \
            {{ subscription.end_date }}.",
    },
    credit_granted: Wording {
        subject: "{{ company.name }} gave you a credit: {{ credit.amount }}",
        message: "You have a credit of {{ credit.amount }}: {{ credit.name }}. It is used by \
            itself for your next invoices.",
    },
    low_balance: Wording {
        subject: "Your balance at {{ company.name }} is low: {{ balance.left }} left",
        message: "{{ balance.left }} of your credits are left, which is below \
            {{ balance.limit }}.",
    },
    usage_threshold: Wording {
        subject: "{{ usage.name }} at {{ company.name }}: {{ usage.used }} of {{ usage.limit }} \
            used",
        message: "You have used {{ usage.used }} of {{ usage.name }} in this period, which is \
            more than {{ usage.limit }}.",
    },
};
