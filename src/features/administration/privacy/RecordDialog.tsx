/** A form of this screen: a record, its draft, and what a save comes to. */

import { Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { draftOfPrivacy, type PrivacyForm } from '../../../db/session/draft-names.ts'
import { FormDraft } from '../../../device/FormDraft.tsx'
import { FormDialog, type FormDialogProps } from '../../../ui/FormDialog.tsx'
import { problemsOf } from '../../../ui/form-problems.ts'
import { type Saving, useRecordSave } from './useRecordSave.ts'

/** What each of these dialogs gets. */
export interface RecordDialogBasics {
  readonly userId: number
  /** By the server's clock, YYYY-MM-DD. */
  readonly today: string
  readonly onSaved: () => void
  readonly onClose: () => void
}

interface RecordDialogProps<Row, Values extends Record<string, unknown>, Body>
  extends Pick<FormDialogProps<Values>, 'title' | 'size' | 'saveLabel'>,
    Omit<Saving<Row, Values, Body>, 'valuesOf' | 'bodyOf'> {
  readonly userId: number
  readonly draft: PrivacyForm
  readonly valuesOf: (row: Row | null) => Values
  readonly valuesSchema: z.ZodType<Values>
  /** As far as the form has it. */
  readonly bodyOf: (values: Values) => unknown
  readonly bodySchema: z.ZodType<Body>
  readonly children: (form: UseFormReturnType<Values>) => ReactNode
}

export function RecordDialog<
  Row extends { readonly id: number },
  Values extends Record<string, unknown>,
  Body,
>(props: RecordDialogProps<Row, Values, Body>) {
  const { userId, row, draft, title, valuesOf, valuesSchema, bodyOf, bodySchema, children, ...rest } = props
  const [initial] = useState(() => valuesOf(row))
  const { save, close, dropDraft } = useRecordSave({
    ...rest,
    row,
    valuesOf,
    bodyOf: (values: Values) => bodySchema.safeParse(bodyOf(values)).data ?? null,
  })
  return (
    <FormDialog<Values>
      {...rest}
      title={title}
      initial={initial}
      validate={(values) => problemsOf(bodySchema, bodyOf(values))}
      onSave={save}
      onClose={close}
    >
      {(form) => (
        <Stack gap="md">
          <FormDraft
            userId={userId}
            name={draftOfPrivacy(draft, row?.id ?? null)}
            form={form}
            initial={initial}
            schema={valuesSchema}
            dropDraft={dropDraft}
          />
          {children(form)}
        </Stack>
      )}
    </FormDialog>
  )
}
