import { withAbsoluteLinks } from './repository';

const repository = 'https://github.com/owner/name';
const absolute = (markdown: string) => withAbsoluteLinks(markdown, 'src/README.md', repository);

describe('withAbsoluteLinks', () => {
  it('a link to a file of the project leads to the repository', () => {
    expect(absolute('see [settings](../docs/settings.md#tls).')).toBe(
      `see [settings](${repository}/blob/main/docs/settings.md#tls).`
    );
  });

  it('a picture is served as it is', () => {
    expect(absolute('![Overview](img/screenshots/overview.png)')).toBe(
      '![Overview](https://raw.githubusercontent.com/owner/name/main/src/img/screenshots/overview.png)'
    );
  });

  it.each(['[a](https://example.com)', '[a](#limits)', '[a](mailto:a@example.com)', 'a [b] (c)'])(
    'leaves %s',
    (text) => {
      expect(absolute(text)).toBe(text);
    }
  );
});
