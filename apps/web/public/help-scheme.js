// The help follows the colours of the client around it, also when they are changed while it is open. A file of its
// own, because the content security policy allows no inline script.
(function () {
  var key = 'mantine-color-scheme-value';
  var system = matchMedia('(prefers-color-scheme: dark)');
  function follow() {
    var scheme = 'auto';
    try {
      scheme = localStorage.getItem(key);
    } catch {
      // Storage may be forbidden; the system's choice is used then.
    }
    if (scheme !== 'light' && scheme !== 'dark') scheme = system.matches ? 'dark' : 'light';
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
  }
  follow();
  system.addEventListener('change', follow);
  window.addEventListener('storage', follow);
})();
