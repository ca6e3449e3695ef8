import { locationUtil } from '@grafana/data';
import { locationService } from '@grafana/runtime';

/** Links to workbench pages change the page without reloading, as in Grafana. */
export function followLinks() {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a');
    const isPlain =
      event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.defaultPrevented;
    if (!link?.href || !isPlain || (link.target && link.target !== '_self') || link.hasAttribute('download')) {
      return;
    }
    const url = new URL(link.href);
    const path = locationUtil.stripBaseFromUrl(url.pathname + url.search + url.hash);
    if (url.origin === location.origin && !/^\/?(public|api|workbench)\//.test(path)) {
      event.preventDefault();
      locationService.push(path);
    }
  });
}
