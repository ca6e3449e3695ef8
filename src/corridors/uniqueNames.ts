import { type DataFrame, type Field } from '@grafana/data';
import { freeSuffix } from './names';

/**
 * Makes display names unique in frames of several runners. Without repeated names, the same frames are returned. The
 * argument is not modified.
 */
export function uniqueNames(frames: DataFrame[]): DataFrame[] {
  const taken = new Set<string>();
  return frames.map((frame) => {
    const names = frame.fields.flatMap((field) => field.config.displayNameFromDS ?? []);
    const isFree = (suffix: string) => names.every((name) => !taken.has(name + suffix));
    const suffix = isFree('') ? '' : freeSuffix(frame.refId, isFree);
    names.forEach((name) => taken.add(name + suffix));
    return suffix === '' ? frame : { ...frame, fields: frame.fields.map((field) => withSuffix(field, suffix)) };
  });
}

function withSuffix(field: Field, suffix: string): Field {
  const { displayName, displayNameFromDS, custom } = field.config;
  if (displayNameFromDS === undefined) {
    return field;
  }
  const config = { ...field.config, displayNameFromDS: displayNameFromDS + suffix };
  if (displayName !== undefined) {
    config.displayName = displayName + suffix;
  }
  if (typeof custom?.fillBelowTo === 'string') {
    config.custom = { ...custom, fillBelowTo: custom.fillBelowTo + suffix };
  }
  return { ...field, config };
}
