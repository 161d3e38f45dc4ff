//! Declares an attached invoice for machines in the file's own description (XMP), with the
//! extension schema that archivable files need for words of another standard. Everything else of
//! the file stays as it was exported.

use lopdf::{Document, Object, ObjectId};

use super::render::Fault;

/// What readers of Factur-X look for.
const DECLARED: &str = concat!(
    "<rdf:Description rdf:about=\"\" ",
    "xmlns:fx=\"urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#\">",
    "<fx:DocumentType>INVOICE</fx:DocumentType>",
    "<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>",
    "<fx:Version>1.0</fx:Version>",
    "<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>",
    "</rdf:Description>",
);

/// The properties above, each with what it means, as the schema of an archivable file lists them.
const PROPERTIES: [(&str, &str); 4] = [
    ("DocumentFileName", "The name of the embedded XML document"),
    ("DocumentType", "The type of the hybrid document"),
    ("Version", "The version of the standard applying to the embedded XML document"),
    ("ConformanceLevel", "The conformance level of the embedded XML document"),
];

const END_OF_SCHEMAS: &str = "</rdf:Bag></pdfaExtension:schemas>";
const END: &str = "</rdf:RDF>";

pub fn declare(bytes: &[u8]) -> Result<Vec<u8>, Fault> {
    let mut document = Document::load_mem(bytes).map_err(|fault| Fault(fault.to_string()))?;
    let (id, described) = description(&document).ok_or_else(|| missing("description"))?;
    let described = extended(&described)?;
    let stream = document.get_object_mut(id).and_then(Object::as_stream_mut);
    let stream = stream.map_err(|fault| Fault(fault.to_string()))?;
    stream.set_plain_content(described.into_bytes());
    let mut out = Vec::with_capacity(bytes.len() + 4096);
    document.save_to(&mut out).map_err(|fault| Fault(fault.to_string()))?;
    Ok(out)
}

fn description(document: &Document) -> Option<(ObjectId, String)> {
    let id = document.catalog().ok()?.get(b"Metadata").ok()?.as_reference().ok()?;
    let stream = document.get_object(id).ok()?.as_stream().ok()?;
    let content = stream.get_plain_content().ok()?;
    Some((id, String::from_utf8(content).ok()?))
}

fn extended(described: &str) -> Result<String, Fault> {
    if !described.contains(END_OF_SCHEMAS) {
        return Err(missing("list of schemas"));
    }
    let described = described.replacen(END_OF_SCHEMAS, &(schema() + END_OF_SCHEMAS), 1);
    let Some(end) = described.rfind(END) else {
        return Err(missing("end"));
    };
    Ok([&described[..end], DECLARED, &described[end..]].concat())
}

fn schema() -> String {
    let mut text = String::from(concat!(
        "<rdf:li rdf:parseType=\"Resource\">",
        "<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>",
        "<pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#",
        "</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>",
        "<pdfaSchema:property><rdf:Seq>",
    ));
    for (name, meaning) in PROPERTIES {
        text += "<rdf:li rdf:parseType=\"Resource\">";
        text += &format!("<pdfaProperty:name>{name}</pdfaProperty:name>");
        text += "<pdfaProperty:valueType>Text</pdfaProperty:valueType>";
        text += "<pdfaProperty:category>external</pdfaProperty:category>";
        text += &format!("<pdfaProperty:description>{meaning}</pdfaProperty:description>");
        text += "</rdf:li>";
    }
    text + "</rdf:Seq></pdfaSchema:property></rdf:li>"
}

fn missing(what: &str) -> Fault {
    Fault(format!("the exported file has no {what}"))
}
