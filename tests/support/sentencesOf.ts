import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const SRC = path.join(__dirname, '..', '..', 'src');

/** What a t() call says: its key and its English text. */
export interface Said {
  key: string;
  text: string;
}

/**
 * Every sentence that the plugin can say of a failure, or of what an answer lacks: the texts of notices and failures, and those
 * of the files that hold nothing else; no descriptions of columns, no lines of logs. The source holds the English text beside each key.
 */
export function sentencesOfSource(): Said[] {
  const files = fs
    .readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => /\.ts$/.test(name) && !/\.test\.ts$|about\.ts$|[\\/]?testing[\\/]|^editor|^help|^fields/.test(name)
    );
  const said = files.flatMap((name) => saidIn(path.join(SRC, name)));
  const sentences = said.filter(({ text }) => /[.:}]$/.test(text) && text.split(/\s+/).length >= 5);
  return [...new Map(sentences.map((one) => [`${one.key} ${one.text}`, one])).values()];
}

function saidIn(file: string): Said[] {
  const source = ts.createSourceFile(file, fs.readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Said[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && node.expression.getText(source) === 't') {
      const [key, text] = node.arguments;
      if (tells(node, file) && key && text && ts.isStringLiteralLike(key) && ts.isStringLiteralLike(text)) {
        found.push({ key: key.text, text: text.text });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Files whose sentences are all of this kind. */
const WHOLE =
  /(service[\\/]sentences|config[\\/](health|probes)|answer[\\/](inputs|readingNotices)|metric[\\/]words|annotations[\\/](overlay|keep)|incidents[\\/]pagingNotices)\.ts$/;

/** Whether a text becomes a notice or a failure where it stands. */
function tells(node: ts.Node, file: string): boolean {
  for (let at: ts.Node | undefined = node.parent; at; at = at.parent) {
    const called = ts.isCallExpression(at) || ts.isNewExpression(at) ? at.expression.getText() : '';
    if (called === 'notice' || called === 'ServiceFailure') {
      return true;
    }
  }
  return WHOLE.test(file);
}
