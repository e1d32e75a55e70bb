/** Types of the PouchDB functions that the bench calls. The package has no types. */
declare module 'pouchdb-find' {
  const plugin: object
  export default plugin
}
declare module 'pouchdb-browser' {
  type Stored<Row> = Row & { _id: string; _rev?: string | undefined }
  class PouchDB<Row extends object> {
    static plugin(plugin: object): void
    constructor(name: string, options: { auto_compaction: boolean })
    createIndex(definition: { index: { fields: string[] } }): Promise<unknown>
    find(query: object): Promise<{ docs: Stored<Row>[] }>
    bulkDocs(rows: readonly Stored<Row>[]): Promise<unknown>
    allDocs(options: { keys: string[] }): Promise<{ rows: { id: string; value?: { rev: string } }[] }>
    get(id: string): Promise<Stored<Row>>
    put(row: Stored<Row>): Promise<unknown>
    changes(options: object): { on(event: 'change', listener: () => void): { cancel(): void } }
  }
  export default PouchDB
}
