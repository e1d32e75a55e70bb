/** Version of the app, from package.json at build time. */
declare const __APP_VERSION__: string

/** A file's text, in the module. */
declare module '*.md?raw' {
  const text: string
  export default text
}

/** pdf.js has no types for its worker's half. Importing it puts it where the other half looks for it. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs'
