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
export function readDashboards(folders: string[]): StoredDashboard[] {
  const found = new Map<string, StoredDashboard>();
  for (const file of folders.flatMap(jsonFiles)) {
    const dashboard = read(file);
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

function read(file: string): StoredDashboard | undefined {
  try {
    const json = JSON.parse(fs.readFileSync(file, 'utf8'));
    const uid = json.uid ?? path.basename(file, '.json');
    return Array.isArray(json.panels) ? { ...json, uid } : undefined;
  } catch {
    return undefined;
  }
}
