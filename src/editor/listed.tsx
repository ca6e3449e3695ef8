import React, { type ComponentType, lazy } from 'react';
import { type About, type Descriptor } from '../present/descriptor';
import { allDescriptors } from '../families/families';

/** A type in the editor's list, with its texts. */
export interface ListedType extends About {
  descriptor: Descriptor;
}

/** The types with texts, in the order of the record. */
export async function listedTypes(): Promise<ListedType[]> {
  const types = await Promise.all(
    allDescriptors().map(async (descriptor) => {
      const about = await descriptor.about?.();
      return about ? [{ ...about[descriptor.model.queryType], descriptor }] : [];
    })
  );
  return types.flat();
}

/** The component with the listed types, which are loaded first. It needs a boundary around it. */
export function withTypes<P extends object>(Part: ComponentType<P & { types: readonly ListedType[] }>) {
  const load = async () => {
    const types = await listedTypes();
    return { default: (props: P) => <Part {...props} types={types} /> };
  };
  const Loaded = lazy(load) as unknown as ComponentType<P>;
  // It must be a component, because a lazy component cannot return another lazy one.
  return function WithTypes(props: P) {
    return <Loaded {...props} />;
  };
}
