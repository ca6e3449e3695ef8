/** The AMD loader's description of this module. The build maps it to the loader's own `module`. */
declare module 'amd-module' {
  export const uri: string | undefined;
}

declare module '*.md' {
  const text: string;
  export default text;
}

declare module '*.svg' {
  const url: string;
  export default url;
}
