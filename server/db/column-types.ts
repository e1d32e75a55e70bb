/** Types of columns that tables share. */
import type { ColumnType } from 'kysely'

/** Only triggers write it. */
export type Version = ColumnType<number, never, never>
/** Read as a value, written as JSON text: the driver would turn an array into a PostgreSQL array. */
export type Json<Read> = ColumnType<Read, string, string>
export type Instant = ColumnType<string, string, string>
export type NullableInstant = ColumnType<string | null, string | null | undefined, string | null>
export type Created = ColumnType<string, string | undefined, string>
