import fs from 'node:fs';
import path from 'node:path';

export interface StoredDashboard {
  uid: string;
  title: string;
  description?: string;
  tags?: string[];
  [field: string]: unknown;
}

/** The dashboards in folders of JSON files; one that cannot be read is left out, of equal uids the first counts. */
export function readDashboards(folders: string[], sourceUid: string): StoredDashboard[] {
  const found = new Map<string, StoredDashboard>();
  for (const file of folders.flatMap(jsonFiles)) {
    const dashboard = read(file, sourceUid);
    if (dashboard && !found.has(dashboard.uid)) {
      found.set(dashboard.uid, dashboard);
    }
  }
  return [...found.values()];
}

function jsonFiles(folder: string): string[] {
  return fs.existsSync(folder)
    ? fs
        .readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => path.join(folder, name))
    : [];
}

function read(file: string, sourceUid: string): StoredDashboard | undefined {
  try {
    const text = fs.readFileSync(file, 'utf8');
    const json = JSON.parse(withInputs(text, sourceUid));
    const uid = json.uid ?? path.basename(file, '.json');
    return Array.isArray(json.panels) ? { ...json, uid } : undefined;
  } catch {
    return undefined;
  }
}

/** An exported dashboard names its data sources as inputs, which are filled in when it is imported. */
function withInputs(text: string, sourceUid: string): string {
  const { __inputs: inputs = [] } = JSON.parse(text) as { __inputs?: Array<{ name: string; type: string }> };
  return inputs
    .filter(({ type }) => type === 'datasource')
    .reduce((filled, { name }) => filled.replaceAll(`\${${name}}`, sourceUid), text);
}
