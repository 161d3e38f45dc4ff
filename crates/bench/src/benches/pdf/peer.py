"""The peers of printing: `peer.py KIND COUNT`, where KIND is weasyprint or reportlab.

Prints one page of ten lines COUNT times in this process, and says the median of the seconds that
each took. The first one, which loads fonts, is left out, as it is of ours.
"""

import io
import statistics
import sys
import time

ROWS = [(f"Workplace {n:03}", "1–31 January 2026", n % 4 + 1, "17.50") for n in range(10)]

STYLE = """
@page { size: A4; margin: 18mm 20mm 22mm;
  @bottom-right { content: "Page " counter(page) " of " counter(pages); font-size: 8pt } }
body { font: 9pt sans-serif; color: #1b1f24 } table { width: 100%; border-collapse: collapse }
td, th { padding: 5.5pt 0; border-bottom: .5pt solid #d5dade; text-align: right }
td:first-child, th:first-child { text-align: left } small { color: #5b636d }
h1 { font-size: 18pt; text-align: right } .answer { font-size: 26pt; font-weight: 600 }
"""


def html():
    rows = "".join(
        f"<tr><td>{name}<br><small>{days}</small></td><td>{units}</td><td>{price}</td>"
        f"<td>{units * float(price):.2f}</td></tr>"
        for name, days, units, price in ROWS
    )
    return (
        f"<html lang=en><title>Invoice</title><style>{STYLE}</style><b>Northlight Inc.</b>"
        "<h1>Invoice</h1><p class=answer>€420.00<p>due 31 January 2026"
        "<p>Northlight Inc.<br>Lindenstraße 5<br>10969 Berlin<p>Acme AG<br>80335 München"
        f"<table><thead><tr><th>Description<th>Quantity<th>Price<th>Amount</thead>{rows}</table>"
        "<p><b>How to pay</b><br>IBAN DE02 1203 0000 0000 2020 51"
    )


def weasyprint():
    import weasyprint

    text, config = html(), weasyprint.text.fonts.FontConfiguration()
    return lambda: weasyprint.HTML(string=text).write_pdf(
        font_config=config, pdf_variant="pdf/a-3u"
    )


def reportlab():
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfgen.canvas import Canvas

    def draw():
        canvas = Canvas(io.BytesIO(), pagesize=A4)
        canvas.setFont("Helvetica", 9)
        canvas.drawString(57, 780, "Northlight Inc.")
        canvas.drawString(57, 740, "420.00 EUR, due 31 January 2026")
        for place, (name, days, units, price) in enumerate(ROWS):
            y = 600 - place * 27
            canvas.drawString(57, y, name)
            canvas.drawString(57, y - 10, days)
            canvas.drawRightString(400, y, str(units))
            canvas.drawRightString(460, y, price)
            canvas.drawRightString(538, y, f"{units * float(price):.2f}")
            canvas.line(57, y - 15, 538, y - 15)
        canvas.showPage()
        return canvas.getpdfdata()

    return draw


def main():
    make = {"weasyprint": weasyprint, "reportlab": reportlab}[sys.argv[1]]()
    times = []
    for _ in range(int(sys.argv[2]) + 1):
        start = time.perf_counter()
        assert make().startswith(b"%PDF")
        times.append(time.perf_counter() - start)
    print(statistics.median(times[1:]))


main()
