import { type KeyboardEvent, useState } from 'react';

interface Draft {
  text: string;
  setText: (text: string) => void;
  /** For the input: commits what was typed. */
  onBlur: () => void;
  /** For the input: Enter commits, Escape takes back what was typed. */
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/**
 * What is being typed into an input until it is left or Enter is pressed, so that a query does not run at each letter. A
 * value that changes from outside replaces what was typed.
 *
 * @param commit takes the new text; not called where nothing changed
 */
export function useDraft(value: string, commit: (text: string) => void): Draft {
  const [draft, setDraft] = useState({ value, text: value });
  const text = draft.value === value ? draft.text : value;
  const finish = () => {
    if (text !== value) {
      commit(text);
    }
  };
  return {
    text,
    setText: (typed) => setDraft({ value, text: typed }),
    onBlur: finish,
    onKeyDown: (event) => {
      if (event.key === 'Enter') {
        finish();
      } else if (event.key === 'Escape') {
        setDraft({ value, text: value });
      }
    },
  };
}
