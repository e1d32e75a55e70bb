/** What administration writes of the reference data. docs/rules.md#administration */
import { z } from 'zod'
import {
  byTable,
  type ListShape,
  type ListTable,
  listOf,
  MANAGED_LISTS,
  type ManagedKind,
  ROW_SCHEMAS,
  type RowSchema,
} from '../../domain/catalogue/lists.ts'
import { partsOf } from '../../domain/record/parts.ts'
import { approvedBodyProblem, bodyProblem } from '../../domain/whatsapp/template-fields.ts'
import { managedList, opened, revised } from './managed.ts'

/** What a call brings of the list. */
export type BodySchema<Table extends ListTable> = z.ZodObject<ListShape<Table, 'sent'>>
/** The row with what devices do not mirror. */
type WholeSchema<Table extends ListTable> = z.ZodObject<
  RowSchema<Table>['shape'] & ListShape<Table, 'unmirrored'> & typeof opened
>

const textsOfTemplate = z.object({
  body: z.string(),
  meta_name: z.string().nullable(),
} satisfies Partial<Record<keyof BodySchema<'message_templates'>['shape'], z.ZodType>>)

/** What the fields of a template must be together. */
function checkTemplate(row: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void {
  const { body, meta_name } = textsOfTemplate.parse(row)
  const problem = bodyProblem(body) ?? (meta_name === null ? null : approvedBodyProblem(body))
  if (problem !== null) context.addIssue({ code: 'custom', path: ['body'], message: problem })
}

const TOGETHER: Readonly<Partial<Record<ListTable, typeof checkTemplate>>> = {
  message_templates: checkTemplate,
}

type Managed<Table extends ListTable> = ReturnType<
  typeof managedList<ManagedKind<Table>, BodySchema<Table>, RowSchema<Table>, WholeSchema<Table>>
>

function managedLists(): { readonly [Table in ListTable]: Managed<Table> }
function managedLists(): Readonly<Record<string, unknown>> {
  return byTable((table) => {
    const { kind, action } = MANAGED_LISTS[table]
    const { fields, ...list } = listOf(table)
    const together = TOGETHER[table]
    const checked = <Schema extends z.ZodObject>(schema: Schema) =>
      together === undefined ? schema : schema.superRefine(together)
    const sent: z.ZodObject = z.object(partsOf(fields, 'sent'))
    const answer: z.ZodObject = ROW_SCHEMAS[kind]
    return managedList({
      ...list,
      kind,
      action,
      table,
      body: checked(sent),
      change: checked(sent.extend(revised)),
      answer,
      whole: answer.extend({ ...partsOf(fields, 'unmirrored'), ...opened }),
    })
  })
}

/** By the list's table. */
export const MANAGED = managedLists()
