import { locationService } from '@grafana/runtime';

/** Links to pages of the workbench change the page without loading it again, as in Grafana. */
export function followLinks() {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a');
    const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.defaultPrevented;
    if (!link || !plain || (link.target && link.target !== '_self') || !link.href || link.hasAttribute('download')) {
      return;
    }
    const url = new URL(link.href);
    if (url.origin === location.origin && !/^\/(public|api|workbench)\//.test(url.pathname)) {
      event.preventDefault();
      locationService.push(url.pathname + url.search + url.hash);
    }
  });
}
