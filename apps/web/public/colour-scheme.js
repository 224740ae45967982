// Runs before the first paint, so that neither scheme nor language flashes. It is a file of its own, because
// the content security policy allows no inline script.
(function () {
  var scheme = 'auto';
  var language = null;
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value') || 'auto';
    language = localStorage.getItem('armarium.language');
  } catch {
    // Storage may be forbidden; the system's choice is used then.
  }
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
  if (!language) language = /^it\b/i.test(navigator.language) ? 'it' : 'en';
  document.documentElement.lang = language;
})();
