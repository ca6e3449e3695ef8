import { type QueryResultMetaNotice } from '@grafana/data';
import { t } from '@grafana/i18n';
import { uniq } from 'lodash';
import { type Mark } from '../tables/marks';
import { escaped, lines } from './markText';

/** Notices about filters as a mark at the start of the range. None without notices. */
export function noticeMarks(notices: readonly QueryResultMetaNotice[], start: number): Mark[] {
  const texts = uniq(notices.map(({ text }) => text));
  return texts.length === 0
    ? []
    : [
        {
          id: 'notices',
          time: start,
          timeEnd: null,
          title: escaped(t('annotations.notices', 'Filters')),
          text: lines(...texts.map(escaped)),
          tags: [],
          color: 'text',
        },
      ];
}
