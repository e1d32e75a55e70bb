/** Types of columns that tables share. */
import type { ColumnType, Generated } from 'kysely'
import type { z } from 'zod'
import type { ApartField, ListShape, ListTable, RowSchema } from '../../src/domain/catalogue/lists.ts'
import type { Parts } from '../../src/domain/record/parts.ts'

/** Only triggers write it. */
export type Version = ColumnType<number, never, never>
/** Read as a value, written as JSON text: the driver would turn an array into a PostgreSQL array. */
export type Json<Read> = ColumnType<Read, string, string>
export type Instant = ColumnType<string, string, string>
export type NullableInstant = ColumnType<string | null, string | null | undefined, string | null>
export type Created = ColumnType<string, string | undefined, string>
/** They begin at 0. */
export type Counters<Name extends string> = Record<Name, Generated<number>>

/** The columns of declared fields (`src/domain/<record>/fields.ts`): those that are stored as an answer has them. */
export type Stored<Fields> = {
  [Field in keyof Parts<Fields, 'stored'>]: z.output<Parts<Fields, 'stored'>[Field]>
}

/** A number for one of a few. */
export type Wide<Value> = Value extends number ? number : Value

type ListValues<Table extends ListTable> = RowSchema<Table>['shape'] & ListShape<Table, 'unmirrored'>

type ListColumn<Field, Value> = Field extends 'id' | 'type' | 'status' | 'position'
  ? Generated<Wide<Value>>
  : Value extends boolean
    ? Generated<boolean>
    : Value extends readonly unknown[]
      ? Json<Value>
      : Value

/** The columns of a list of administration. The database fills what a new row leaves out. */
export type ListColumns<Table extends ListTable> = {
  [Field in Exclude<keyof ListValues<Table>, ApartField<Table>>]: ListColumn<
    Field,
    z.output<ListValues<Table>[Field]>
  >
} & { version: Version }
