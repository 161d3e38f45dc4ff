//! Japanese.

use super::{Labels, Wording, Words};

pub(crate) static WORDS: Words = Words {
    labels: Labels {
        invoice: "請求書",
        receipt: "領収のお知らせ",
        reminder: "お支払いのご案内",
        overdue: "お支払い期限超過",
        trial: "無料トライアル",
        renewal: "更新",
        cancel: "解約",
        credit: "クレジット",
        balance: "残高",
        usage: "ご利用量",
        due_on: "お支払い期限 {date}",
        was_due_on: "お支払い期限は{date}でした",
        paid_on: "{date}にお支払い済み",
        nothing_due: "お支払いは不要です",
        credited: "クレジットとして付与",
        ends_on: "{date}に終了",
        renews_on: "{date}に更新",
        expires_on: "{date}まで有効",
        no_expiry: "有効期限なし",
        left: "残り",
        of_limit: "/ {limit}",
        more_lines: "ほか{count}件は請求書をご覧ください",
        how_to_pay: "お支払い方法",
        view_invoice: "請求書を見る",
        stop_reminders: "ご案内の停止をご希望の場合は、「配信停止」とご返信ください。",
    },
    invoice: Wording {
        subject: "{% if invoice.is_credit_note %}\
            {{ company.name }}より返金明細書 {{ invoice.number }}:{{ invoice.credited }}\
            {% elif invoice.is_open %}\
            {{ company.name }}より請求書 {{ invoice.number }}:{{ invoice.due }}、お支払い期限 \
            {{ invoice.due_day }}\
            {% else %}\
            {{ company.name }}より請求書 {{ invoice.number }}:{{ invoice.total }}、お支払い不要\
            {% endif %}",
        message: "{% if invoice.is_credit_note %}\
            {{ customer.name }} 様の返金明細書 {{ invoice.number }} をお送りします。\
            {% else %}\
            {{ customer.name }} 様の請求書 {{ invoice.number }} をお送りします。\
            {% endif %}",
    },
    receipt: Wording {
        subject: "{{ company.name }}:請求書 {{ invoice.number }} のお支払い \
            {{ invoice.paid }} を受領しました",
        message: "ありがとうございます。請求書 {{ invoice.number }} のお支払いが完了しました。",
    },
    reminder_before: Wording {
        subject: "お支払いのご案内:{{ company.name }}の請求書 {{ invoice.number }}、\
            {{ invoice.due }}、期限 {{ invoice.due_day }}",
        message: "{{ invoice.issue_date }}発行の請求書 {{ invoice.number }} のお支払い期限は\
            {{ invoice.due_date }}です。すでにお支払い済みの場合は、お手続きは不要です。",
    },
    reminder_after: Wording {
        subject: "期限超過:{{ company.name }}の請求書 {{ invoice.number }}、{{ invoice.due }}、\
            期限 {{ invoice.due_day }}",
        message: "請求書 {{ invoice.number }} のお支払い期限は{{ invoice.due_date }}でしたが、\
            お支払いが完了していません。{{ invoice.due }} のお支払いをお願いいたします。\n\n\
            すでにお手続き済みの場合は、ご対応は不要です。",
    },
    trial_ending: Wording {
        subject: "{{ subscription.name }}のトライアルは{{ subscription.end_day }}に終了します",
        message: "{{ subscription.name }}のトライアルは{{ subscription.end_date }}に終了します。\
            {% if subscription.amount %}その日から{{ subscription.amount }}が請求されます。\
            {% endif %}\n\n\
            継続される場合、お手続きは不要です。継続されない場合は、その日までにご連絡ください。",
    },
    renewal_ahead: Wording {
        subject: "{{ company.name }}の{{ subscription.name }}は{{ subscription.renewal_day }}に\
            更新されます{% if subscription.amount %}:{{ subscription.amount }}{% endif %}",
        message: "{{ subscription.name }}は{{ subscription.renewal_date }}に更新されます。\
            {% if subscription.amount %}次回のご請求額は約{{ subscription.amount }}です。\
            {% endif %}\n\n\
            継続される場合、お手続きは不要です。継続されない場合は、その日までにご連絡ください。",
    },
    cancel_receipt: Wording {
        subject: "{{ company.name }}の{{ subscription.name }}は解約され、\
            {{ subscription.end_day }}に終了します",
        message: "{{ subscription.name }}の解約を承りました。{{ subscription.end_date }}に\
            終了します。",
    },
    credit_granted: Wording {
        subject: "{{ company.name }}よりクレジット {{ credit.amount }} が付与されました",
        message: "{{ credit.amount }} のクレジット({{ credit.name }})をご利用いただけます。\
            次回以降のご請求に自動で充当されます。",
    },
    low_balance: Wording {
        subject: "{{ company.name }}の残高が少なくなっています:残り {{ balance.left }}",
        message: "クレジットの残りは {{ balance.left }} で、{{ balance.limit }} を下回りました。",
    },
    usage_threshold: Wording {
        subject: "{{ company.name }}の{{ usage.name }}:{{ usage.limit }} のうち \
            {{ usage.used }} をご利用",
        message: "今期の{{ usage.name }}のご利用が {{ usage.used }} となり、{{ usage.limit }} を\
            超えました。",
    },
};
