import { createDataFrame, dateTime } from '@grafana/data';
import { TemplateService } from './service';
import { variable } from '../../../../tests/support/workbenchVariable';
import { ALL, type Variable } from './variables';

const OPTIONS = [
  { value: '1', text: 'one' },
  { value: '2', text: 'two' },
];
const many = variable({ multi: true, current: { value: ['1', '2'], text: ['one', 'two'] }, options: OPTIONS });

function service(...variables: Variable[]) {
  const templates = new TemplateService();
  templates.use(variables, { uid: 'd', title: 'D' });
  const [from, to] = [dateTime(1000), dateTime(61_000)];
  templates.updateTimeRange({ from, to, raw: { from: 'now-1m', to: 'now' } });
  return templates;
}

describe('TemplateService', () => {
  it('replaces all three forms of a variable, and keeps unknown ones unchanged', () => {
    const one = variable({ current: { value: '7', text: 'seven' } });
    expect(service(one).replace('$node [[node]] ${node} ${node:text} $other')).toBe('7 7 7 seven $other');
  });

  it('writes several values in the requested format, with priority for the format in the text', () => {
    const templates = service(many);
    expect(templates.replace('$node')).toBe('{1,2}');
    expect(templates.replace('$node', {}, 'csv')).toBe('1,2');
    expect(templates.replace('${node:pipe}', {}, 'csv')).toBe('1|2');
    expect(templates.replace('${node:queryparam}')).toBe('var-node=1&var-node=2');
  });

  it('passes values to a format function unchanged', () => {
    const seen: unknown[] = [];
    service(many).replace('$node', {}, (value: unknown) => {
      seen.push(value);
      return '';
    });
    expect(seen).toEqual([['1', '2']]);
  });

  it('replaces All with every option', () => {
    const all = { ...many, current: { value: [ALL], text: ['All'] } };
    expect(service(all).replace('$node', {}, 'csv')).toBe('1,2');
  });

  it('prefers scoped variables', () => {
    const scoped = { node: { value: '9', text: 'nine' } };
    expect(service(many).replace('${node} ${node:text}', scoped)).toBe('9 nine');
  });

  it('knows the range and the dashboard', () => {
    expect(service().replace('${__from} ${__to} ${__dashboard.uid}')).toBe('1000 61000 d');
    expect(service(many).replace('/d/x?${__all_variables}&${__url_time_range}')).toBe(
      '/d/x?var-node=1&var-node=2&from=now-1m&to=now'
    );
  });

  it('writes values of a row in the format of the link', () => {
    const frame = createDataFrame({ fields: [{ name: 'id', values: ['a&b c'] }] });
    const row = { __dataContext: { value: { data: [frame], frame, field: frame.fields[0], rowIndex: 0 } } };
    expect(service().replace('${__data.fields.id} ${__data.fields.id:percentencode}', row)).toBe('a&b c a%26b%20c');
  });

  it('finds a variable in a text, known or not', () => {
    expect([service().containsTemplate('a $x'), service().containsTemplate('a x')]).toEqual([true, false]);
  });
});
