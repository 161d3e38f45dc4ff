//! A company's accent on our paper: the nearest shade of it that can be read as text, 4.5 : 1.

const WANTED: f64 = 4.5;
const LIGHT_PAPER: [u8; 3] = [0xff, 0xff, 0xff];
const DARK_PAPER: [u8; 3] = [0x0f, 0x16, 0x13];

/// One for light pages and one for dark ones.
pub(super) struct Shades {
    pub light: String,
    pub dark: String,
}

pub(super) fn shades(accent: &str) -> Option<Shades> {
    let color = read(accent)?;
    let towards = |target, paper| hex(readable(color, target, paper));
    Some(Shades { light: towards([0; 3], LIGHT_PAPER), dark: towards([255; 3], DARK_PAPER) })
}

fn read(accent: &str) -> Option<[u8; 3]> {
    let digits =
        accent.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let part = |place: usize| u8::from_str_radix(digits.get(place..place + 2)?, 16).ok();
    Some([part(0)?, part(2)?, part(4)?])
}

/// Mixed with black or white, no more than is needed.
fn readable(color: [u8; 3], target: [u8; 3], paper: [u8; 3]) -> [u8; 3] {
    let mixed = |part: u16| {
        let mut shade = color;
        for (channel, goal) in shade.iter_mut().zip(target) {
            let sum = u16::from(*channel) * (64 - part) + u16::from(goal) * part;
            *channel = u8::try_from(sum / 64).unwrap_or(goal);
        }
        shade
    };
    (0..=64).map(mixed).find(|shade| contrast(*shade, paper) >= WANTED).unwrap_or(target)
}

/// As WCAG defines it.
fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn luminance(color: [u8; 3]) -> f64 {
    let [red, green, blue] = color.map(|channel| {
        let part = f64::from(channel) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::{DARK_PAPER, LIGHT_PAPER, WANTED, contrast, read, shades};

    #[test]
    fn every_accent_can_be_read() {
        for accent in ["#ffff00", "#000000", "#ffffff", "#1f5fa8", "#ff6600", "#00ff88"] {
            let shades = shades(accent).unwrap();
            assert!(contrast(read(&shades.light).unwrap(), LIGHT_PAPER) >= WANTED, "{accent}");
            assert!(contrast(read(&shades.dark).unwrap(), DARK_PAPER) >= WANTED, "{accent}");
        }
        assert_eq!(shades("#1f5fa8").unwrap().light, "#1f5fa8");
    }

    #[test]
    fn what_is_no_color_is_none() {
        for accent in ["", "red", "#12345", "#1234567", "#zzzzzz", "#ééé"] {
            assert!(shades(accent).is_none(), "{accent}");
        }
    }
}
