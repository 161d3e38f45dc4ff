//! How the outside is reached, as the command line says.

use std::sync::Arc;

use engine::ports::Outside;

use crate::arguments::ServeOptions;
use crate::exit::Ended;

pub fn outside(options: &ServeOptions) -> Result<Outside, Ended> {
    let mail = options.smtp_url.as_deref().map(gateways::mail::relay).transpose();
    let mail = mail.map_err(|why| Ended::Failed(format!("--smtp-url: {why}")))?;
    Ok(Outside {
        receivers: Arc::new(gateways::Nobody),
        dev_delivery: options.allow_dev_delivery,
        webhook_delays: Vec::new(),
        mail,
        mail_delays: gateways::mail::DELAYS.to_vec(),
    })
}
