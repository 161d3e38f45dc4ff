// Comfort only: without it every part of the page is there and every link works.
(() => {
  const contents = document.getElementById("contents");
  const links = [...contents.querySelectorAll("li a")];

  for (const base of document.querySelectorAll("[data-base]")) {
    if (location.protocol.startsWith("http")) {
      base.textContent = `"${location.origin}${base.dataset.base}"`;
    }
  }

  if (navigator.clipboard) {
    for (const figure of document.querySelectorAll("figure")) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "Copy";
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(figure.querySelector("pre").textContent);
        button.textContent = "Copied";
        setTimeout(() => { button.textContent = "Copy"; }, 1500);
      });
      figure.querySelector("figcaption").append(button);
    }
  }

  const filter = document.getElementById("filter");
  const groups = [...contents.querySelectorAll("details")];
  let opened = null;
  filter.parentElement.hidden = false;
  filter.addEventListener("input", () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    opened ??= groups.filter((group) => group.open);
    let any = false;
    for (const link of links) {
      const item = link.parentElement;
      const group = item.closest("details")?.querySelector("summary").textContent ?? "";
      const text = `${link.textContent} ${item.dataset.find ?? ""} ${group}`.toLowerCase();
      item.hidden = !words.every((word) => text.includes(word));
      any ||= !item.hidden;
    }
    for (const group of groups) {
      group.hidden = !group.querySelector("li:not([hidden])");
      group.open = words.length ? !group.hidden : opened.includes(group);
    }
    for (const label of contents.querySelectorAll(".group")) label.hidden = words.length > 0;
    if (!words.length) opened = null;
    contents.querySelector(".none").hidden = any;
  });
  filter.addEventListener("keydown", (event) => {
    if (event.key === "Enter") links.find((link) => !link.parentElement.hidden)?.click();
    if (event.key === "Escape") {
      filter.value = "";
      filter.dispatchEvent(new Event("input"));
    }
  });
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      filter.focus();
    }
    if (event.key === "Escape" && location.hash === "#contents") location.hash = "#bar";
  });

  // Marks where the reader is, and opens the group of that place while nothing is filtered.
  const places = links.map((link) => [document.getElementById(link.hash.slice(1)), link]);
  let current = null;
  let unfolded = null;
  let waiting = false;
  const mark = () => {
    waiting = false;
    const line = innerHeight / 4;
    const above = places.filter(([place]) => place.getBoundingClientRect().top < line);
    const link = above.at(-1)?.[1];
    if (link === current) return;
    current?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "true");
    current = link;
    const group = link?.closest("details");
    if (filter.value) return;
    if (unfolded !== group) {
      if (unfolded) unfolded.open = false;
      unfolded = group && !group.open ? group : null;
      if (group) group.open = true;
    }
    const box = link?.getBoundingClientRect();
    if (box && (box.top < 0 || box.bottom > innerHeight)) {
      contents.scrollTop += box.top - innerHeight / 2;
    }
  };
  addEventListener("scroll", () => {
    if (!waiting) requestAnimationFrame(mark);
    waiting = true;
  }, { passive: true });
  mark();
})();
