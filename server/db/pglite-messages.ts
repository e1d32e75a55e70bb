/** Messages between the server's thread and PGlite's. */

export type ToThread =
  | {
      readonly kind: 'query'
      readonly id: number
      readonly sql: string
      readonly parameters: readonly unknown[]
    }
  | { readonly kind: 'listen'; readonly id: number; readonly channel: string }
  | { readonly kind: 'dump'; readonly id: number }
  | { readonly kind: 'close'; readonly id: number }

export type FromThread =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'rows'
      readonly id: number
      readonly rows: readonly Record<string, unknown>[]
      readonly affected: number
    }
  | { readonly kind: 'dump'; readonly id: number; readonly bytes: Uint8Array }
  | { readonly kind: 'failed'; readonly id: number; readonly error: Readonly<Record<string, string>> }
  | { readonly kind: 'notification'; readonly channel: string; readonly payload: string }
