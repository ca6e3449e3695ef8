import path from 'node:path';

/** Where a file of the project is served as it is, for pictures. */
function rawUrl(repository: string): string {
  return `${repository.replace('//github.com/', '//raw.githubusercontent.com/')}/main`;
}

/**
 * A Markdown text whose links and pictures lead somewhere wherever it is shown: those that name a file of the project
 * become addresses of the repository.
 *
 * @param markdown
 * @param file the text's own place in the project, such as `src/README.md`
 * @param repository its address
 */
export function withAbsoluteLinks(markdown: string, file: string, repository: string): string {
  const folder = path.posix.dirname(file);
  return markdown.replace(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (whole, picture: string, text: string, target: string) => {
    if (/^([a-z][a-z+.-]*:|#)/i.test(target)) {
      return whole;
    }
    const place = path.posix.join(folder, target);
    const address = picture ? `${rawUrl(repository)}/${place}` : `${repository}/blob/main/${place}`;
    return `${picture}[${text}](${address})`;
  });
}
