/** For `t()`: values go into a text as they are, since what shows the text escapes it. */
export const RAW = { interpolation: { escapeValue: false } } as const;
