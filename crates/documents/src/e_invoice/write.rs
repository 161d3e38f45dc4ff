//! A book as Cross Industry Invoice. The order of the elements is the schema's.

use jiff::civil::Date;

use super::PROFILE;
use super::book::Book;
use super::line::Line;
use super::party::{OTHER, Party};
use super::sums::Minor;
use super::vat::Vat;
use super::xml::Xml;

const NAMES: &[(&str, &str)] = &[
    ("xmlns:rsm", "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"),
    (
        "xmlns:ram",
        "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
    ),
    ("xmlns:udt", "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"),
];

/// "One", where no better unit is known.
const UNIT: &[(&str, &str)] = &[("unitCode", "C62")];

pub fn write(book: &Book) -> String {
    let mut xml = Xml::new();
    xml.with("rsm:CrossIndustryInvoice", NAMES, |xml| {
        xml.element("rsm:ExchangedDocumentContext", |xml| {
            xml.element("ram:GuidelineSpecifiedDocumentContextParameter", |xml| {
                xml.text("ram:ID", PROFILE);
            });
        });
        xml.element("rsm:ExchangedDocument", |xml| {
            xml.text("ram:ID", &book.number);
            xml.text("ram:TypeCode", book.kind);
            date(xml, "ram:IssueDateTime", book.issued);
            for note in &book.notes {
                xml.element("ram:IncludedNote", |xml| xml.text("ram:Content", note));
            }
        });
        xml.element("rsm:SupplyChainTradeTransaction", |xml| {
            for (number, line) in (1..).zip(&book.lines) {
                xml.element("ram:IncludedSupplyChainTradeLineItem", |xml| {
                    of_line(xml, book, number, line);
                });
            }
            xml.element("ram:ApplicableHeaderTradeAgreement", |xml| {
                xml.element("ram:SellerTradeParty", |xml| party(xml, &book.seller));
                xml.element("ram:BuyerTradeParty", |xml| party(xml, &book.buyer));
            });
            xml.element("ram:ApplicableHeaderTradeDelivery", |xml| {
                xml.element("ram:ActualDeliverySupplyChainEvent", |xml| {
                    date(xml, "ram:OccurrenceDateTime", book.delivered);
                });
            });
            xml.element("ram:ApplicableHeaderTradeSettlement", |xml| settlement(xml, book));
        });
    });
    xml.finish()
}

fn of_line(xml: &mut Xml, book: &Book, number: usize, line: &Line) {
    xml.element("ram:AssociatedDocumentLineDocument", |xml| {
        xml.text("ram:LineID", &number.to_string());
    });
    xml.element("ram:SpecifiedTradeProduct", |xml| xml.text("ram:Name", &line.name));
    xml.element("ram:SpecifiedLineTradeAgreement", |xml| {
        xml.element("ram:NetPriceProductTradePrice", |xml| {
            xml.text("ram:ChargeAmount", &line.price);
        });
    });
    xml.element("ram:SpecifiedLineTradeDelivery", |xml| {
        xml.said("ram:BilledQuantity", UNIT, &line.quantity);
    });
    xml.element("ram:SpecifiedLineTradeSettlement", |xml| {
        xml.element("ram:ApplicableTradeTax", |xml| {
            xml.text("ram:TypeCode", "VAT");
            category(xml, &line.vat);
        });
        if let Some((first, last)) = line.days {
            xml.element("ram:BillingSpecifiedPeriod", |xml| {
                date(xml, "ram:StartDateTime", first);
                date(xml, "ram:EndDateTime", last);
            });
        }
        if line.allowance != Minor::default() {
            xml.element("ram:SpecifiedTradeAllowanceCharge", |xml| allowance(xml, book, line));
        }
        xml.element("ram:SpecifiedTradeSettlementLineMonetarySummation", |xml| {
            xml.text("ram:LineTotalAmount", &book.signs.text(line.net));
        });
    });
}

fn allowance(xml: &mut Xml, book: &Book, line: &Line) {
    let Minor(minor) = line.allowance;
    xml.element("ram:ChargeIndicator", |xml| {
        xml.text("udt:Indicator", if minor < 0 { "true" } else { "false" });
    });
    xml.text("ram:ActualAmount", &book.signs.text(Minor(minor.abs())));
    xml.text("ram:Reason", "Discount");
}

fn category(xml: &mut Xml, vat: &Vat) {
    xml.text("ram:CategoryCode", vat.category);
    xml.text("ram:RateApplicablePercent", &vat.percent);
}

fn party(xml: &mut Xml, party: &Party) {
    let filled = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    let address = &party.address;
    // Without a VAT id it is known by what its tax office or register gave it.
    let other = party.tax.as_ref().filter(|(scheme, _)| *scheme == OTHER);
    xml.maybe("ram:ID", other.map(|(_, id)| id.as_str()));
    xml.text("ram:Name", &party.name);
    xml.element("ram:PostalTradeAddress", |xml| {
        xml.maybe("ram:PostcodeCode", filled(&address.zip).as_deref());
        xml.maybe("ram:LineOne", filled(&address.address_line_1).as_deref());
        xml.maybe("ram:LineTwo", filled(&address.address_line_2).as_deref());
        xml.maybe("ram:CityName", filled(&address.city).as_deref());
        xml.text("ram:CountryID", &party.country);
        xml.maybe("ram:CountrySubDivisionName", filled(&address.state).as_deref());
    });
    if let Some(email) = filled(&party.email) {
        xml.element("ram:URIUniversalCommunication", |xml| {
            xml.said("ram:URIID", &[("schemeID", "EM")], &email);
        });
    }
    if let Some((scheme, id)) = &party.tax {
        xml.element("ram:SpecifiedTaxRegistration", |xml| {
            xml.said("ram:ID", &[("schemeID", scheme)], id);
        });
    }
}

fn settlement(xml: &mut Xml, book: &Book) {
    let text = |minor: Minor| book.signs.text(minor);
    let code = book.signs.currency.code();
    xml.text("ram:InvoiceCurrencyCode", code);
    for one in &book.vat {
        xml.element("ram:ApplicableTradeTax", |xml| {
            xml.text("ram:CalculatedAmount", &text(one.tax));
            xml.text("ram:TypeCode", "VAT");
            xml.maybe("ram:ExemptionReason", one.vat.reason.as_deref());
            xml.text("ram:BasisAmount", &text(one.basis));
            category(xml, &one.vat);
        });
    }
    if book.terms.is_some() || book.due.is_some() {
        xml.element("ram:SpecifiedTradePaymentTerms", |xml| {
            xml.maybe("ram:Description", book.terms.as_deref());
            if let Some(due) = book.due {
                date(xml, "ram:DueDateDateTime", due);
            }
        });
    }
    let whole = book.net.plus(book.tax);
    xml.element("ram:SpecifiedTradeSettlementHeaderMonetarySummation", |xml| {
        xml.text("ram:LineTotalAmount", &text(book.net));
        xml.text("ram:TaxBasisTotalAmount", &text(book.net));
        xml.said("ram:TaxTotalAmount", &[("currencyID", code)], &text(book.tax));
        xml.text("ram:GrandTotalAmount", &text(whole));
        xml.text("ram:TotalPrepaidAmount", &text(book.paid));
        xml.text("ram:DuePayableAmount", &text(whole.less(book.paid)));
    });
    for number in &book.corrects {
        xml.element("ram:InvoiceReferencedDocument", |xml| {
            xml.text("ram:IssuerAssignedID", number);
        });
    }
}

fn date(xml: &mut Xml, name: &'static str, date: Date) {
    let text = format!("{:04}{:02}{:02}", date.year(), date.month(), date.day());
    xml.element(name, |xml| xml.said("udt:DateTimeString", &[("format", "102")], &text));
}
