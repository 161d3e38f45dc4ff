//! French.

use super::{Labels, Wording, Words};

pub(crate) static WORDS: Words = Words {
    labels: Labels {
        invoice: "Facture",
        receipt: "Reçu",
        reminder: "Rappel",
        overdue: "En retard",
        trial: "Votre essai",
        renewal: "Renouvellement",
        cancel: "Résiliation",
        credit: "Crédit",
        balance: "Solde",
        usage: "Consommation",
        due_on: "à payer avant le {date}",
        was_due_on: "échéance dépassée depuis le {date}",
        paid_on: "payé le {date}",
        nothing_due: "rien à payer",
        credited: "porté à votre crédit",
        ends_on: "se termine le {date}",
        renews_on: "renouvelé le {date}",
        expires_on: "utilisable jusqu’au {date}",
        no_expiry: "sans date d’expiration",
        left: "restants",
        of_limit: "sur {limit}",
        more_lines: "et {count} autres lignes sur la facture",
        how_to_pay: "Comment payer",
        view_invoice: "Voir la facture",
        stop_reminders: "Pour ne plus recevoir de rappels, répondez « désabonner » à ce message.",
    },
    invoice: Wording {
        subject: "{% if invoice.is_credit_note %}\
            Avoir {{ invoice.number }} de {{ company.name }} : {{ invoice.credited }}\
            {% elif invoice.is_open %}\
            Facture {{ invoice.number }} de {{ company.name }} : {{ invoice.due }} à payer avant \
            le {{ invoice.due_day }}\
            {% else %}\
            Facture {{ invoice.number }} de {{ company.name }} : {{ invoice.total }}, rien à payer\
            {% endif %}",
        message: "{% if invoice.is_credit_note %}\
            Voici l’avoir {{ invoice.number }} pour {{ customer.name }}.\
            {% else %}\
            Voici la facture {{ invoice.number }} pour {{ customer.name }}.\
            {% endif %}",
    },
    receipt: Wording {
        subject: "Reçu de {{ company.name }} : {{ invoice.paid }} pour la facture \
            {{ invoice.number }}",
        message: "Merci. La facture {{ invoice.number }} est entièrement payée.",
    },
    reminder_before: Wording {
        subject: "Rappel : facture {{ invoice.number }} de {{ company.name }}, {{ invoice.due }} \
            à payer avant le {{ invoice.due_day }}",
        message: "La facture {{ invoice.number }} du {{ invoice.issue_date }} est à payer avant \
            le {{ invoice.due_date }}. Si vous avez déjà payé, vous n’avez rien à faire.",
    },
    reminder_after: Wording {
        subject: "En retard : facture {{ invoice.number }} de {{ company.name }}, \
            {{ invoice.due }} à payer depuis le {{ invoice.due_day }}",
        message: "La facture {{ invoice.number }} était à payer avant le {{ invoice.due_date }} \
            et n’est pas entièrement payée. Merci de payer {{ invoice.due }} dès maintenant.\n\n\
            Si le paiement est en cours, vous n’avez rien à faire.",
    },
    trial_ending: Wording {
        subject: "Votre essai de {{ subscription.name }} se termine le \
            {{ subscription.end_day }}",
        message: "Votre essai de {{ subscription.name }} se termine le \
            {{ subscription.end_date }}.\
            {% if subscription.amount %} Il coûte ensuite {{ subscription.amount }}, facturés \
            pour la première fois ce jour-là.{% endif %}\n\n\
            Pour continuer, vous n’avez rien à faire. Sinon, prévenez-nous avant cette date.",
    },
    renewal_ahead: Wording {
        subject: "{{ subscription.name }} de {{ company.name }} sera renouvelé le \
            {{ subscription.renewal_day }}{% if subscription.amount %} : \
            {{ subscription.amount }}{% endif %}",
        message: "{{ subscription.name }} sera renouvelé le {{ subscription.renewal_date }}.\
            {% if subscription.amount %} La prochaine facture sera d’environ \
            {{ subscription.amount }}.{% endif %}\n\n\
            Pour continuer, vous n’avez rien à faire. Sinon, prévenez-nous avant cette date.",
    },
    cancel_receipt: Wording {
        subject: "{{ subscription.name }} de {{ company.name }} est résilié et se termine le \
            {{ subscription.end_day }}",
        message: "Nous avons reçu la résiliation de {{ subscription.name }}. L’abonnement se \
            termine le {{ subscription.end_date }}.",
    },
    credit_granted: Wording {
        subject: "{{ company.name }} vous a accordé un crédit : {{ credit.amount }}",
        message: "Vous disposez d’un crédit de {{ credit.amount }} : {{ credit.name }}. Il sera \
            déduit de vos prochaines factures.",
    },
    low_balance: Wording {
        subject: "Votre solde chez {{ company.name }} est bas : {{ balance.left }}",
        message: "Il reste {{ balance.left }} de vos crédits, moins que {{ balance.limit }}.",
    },
    usage_threshold: Wording {
        subject: "{{ usage.name }} chez {{ company.name }} : {{ usage.used }} sur \
            {{ usage.limit }} consommés",
        message: "Vous avez consommé {{ usage.used }} de {{ usage.name }} sur cette période, plus \
            que {{ usage.limit }}.",
    },
};
