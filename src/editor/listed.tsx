import React, { type ComponentType, lazy } from 'react';
import { type About, type Descriptor } from '../descriptor';
import { allDescriptors } from '../families';

/** A type of the editor's list, with what people see of it. */
export interface ListedType extends About {
  descriptor: Descriptor;
}

/** The types that have something to be seen, in the order of the record. */
export async function listedTypes(): Promise<ListedType[]> {
  const types = await Promise.all(
    allDescriptors().map(async (descriptor) => {
      const about = await descriptor.about?.();
      return about ? [{ ...about[descriptor.model.queryType], descriptor }] : [];
    })
  );
  return types.flat();
}

/** The component with the listed types, which are loaded before it is drawn: a boundary around it has to wait. */
export function withTypes<P extends object>(Part: ComponentType<P & { types: readonly ListedType[] }>) {
  const load = async () => {
    const types = await listedTypes();
    return { default: (props: P) => <Part {...props} types={types} /> };
  };
  const Loaded = lazy(load) as unknown as ComponentType<P>;
  // Itself loaded when it is wanted, it has to be a component: one that is lazy cannot give another.
  return function WithTypes(props: P) {
    return <Loaded {...props} />;
  };
}
