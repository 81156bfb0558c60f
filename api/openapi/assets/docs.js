// Shows the routes in which every word of the search occurs.
const search = document.getElementById('search');
const found = document.getElementById('found');
const articles = [...document.querySelectorAll('article')].map((element) => ({
  element,
  link: document.querySelector(`nav [data-for="${element.id}"]`),
  text: element.textContent.toLowerCase(),
}));

function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const { element, link, text } of articles) {
    const fits = words.every((word) => text.includes(word));
    element.hidden = !fits;
    link.hidden = !fits;
    if (fits) shown += 1;
  }
  for (const group of document.querySelectorAll('main > section')) {
    group.hidden = !group.querySelector('article:not([hidden])');
  }
  found.textContent = words.length > 0 ? `${shown} of ${articles.length} routes` : '';
}

search.addEventListener('input', filter);
filter();
