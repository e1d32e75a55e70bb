/** Version of the app, from package.json at build time. */
declare const __APP_VERSION__: string

/** A file's text, in the module. */
declare module '*.md?raw' {
  const text: string
  export default text
}
