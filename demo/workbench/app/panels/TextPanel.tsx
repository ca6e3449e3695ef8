import { css } from '@emotion/css';
import { type GrafanaTheme2, renderTextPanelMarkdown, textUtil } from '@grafana/data';
import { getTemplateSrv } from '@grafana/runtime';
import { useStyles2 } from '@grafana/ui';
import React from 'react';
import { type PanelProps } from './panel-props';

/** A note in Markdown or HTML, sanitised, with variables. */
export function TextPanel({ options, scopedVars }: Pick<PanelProps, 'options' | 'scopedVars'>) {
  const styles = useStyles2(getStyles);
  const text = getTemplateSrv().replace(String(options.content ?? ''), scopedVars, 'html');
  const html = options.mode === 'html' ? textUtil.sanitizeTextPanelContent(text) : renderTextPanelMarkdown(text);
  return <div className={`markdown-html ${styles.text}`} dangerouslySetInnerHTML={{ __html: html }} />;
}

const getStyles = (_theme: GrafanaTheme2) => ({ text: css({ height: '100%', overflow: 'auto' }) });
