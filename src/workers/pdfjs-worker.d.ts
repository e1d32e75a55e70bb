/** pdf.js has no types for its worker's half. Importing it puts it where the other half looks for it. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs'
