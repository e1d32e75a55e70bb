/**
 * A dialog that saves: fields checked by the schema of the call, the first mistake focused, what the server says about a
 * field put on it. A save that fails leaves the dialog open with what was typed; closing asks before it throws that away.
 */
import { Alert, Button, Group } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { AskForm } from './AskForm.tsx'
import { LayerModal } from './LayerModal.tsx'
import { useClosing } from './leaving/useClosing.tsx'
import { rebased } from './rebased.ts'
import { useScreenQuery } from './useScreenQuery.ts'

/**
 * What became of a save. `errors`: sentences by field; `message` is shown above the buttons. `changed`: the record was
 * changed elsewhere; fields that were not typed get its present values.
 */
export type SaveOutcome<Values = never> =
  | { readonly kind: 'saved' }
  | { readonly kind: 'changed'; readonly message: string; readonly present: Values }
  | {
      readonly kind: 'refused'
      readonly message: string
      readonly errors?: Readonly<Record<string, readonly string[]>>
    }

/** Messages by field, of what a schema does not take. */
export type Problems = Readonly<Record<string, string>>

export interface FormDialogProps<Values extends Record<string, unknown>> {
  readonly title: string
  readonly initial: Values
  /** Called at each save. Returns an empty object if there is no problem. */
  readonly validate: (values: Values) => Problems
  readonly onSave: (values: Values) => Promise<SaveOutcome<Values>>
  readonly onClose: () => void
  readonly children: (form: UseFormReturnType<Values>) => ReactNode
  /** 'Salvar' by default. */
  readonly saveLabel?: string
  /** Left of the buttons. */
  readonly aside?: ReactNode
  readonly size?: 'md' | 'lg' | 'xl'
}

const NARROW = '(max-width: 43.75em)'

/** Mounted while it is open: each opening begins with `initial`. */
export function FormDialog<Values extends Record<string, unknown>>(props: FormDialogProps<Values>) {
  const {
    title,
    initial,
    validate,
    onSave,
    onClose,
    children,
    aside,
    size = 'md',
    saveLabel = 'Salvar',
  } = props
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: initial,
    validate: (values) => ({ ...validate(values) }),
  })
  const narrow = useScreenQuery(NARROW)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  /** Each moves the focus to the first field with a mistake. */
  const [refusals, setRefusals] = useState(0)
  /** The record as the form knows it. */
  const [seen, setSeen] = useState(initial)

  const { close, asks, question } = useClosing({
    opened: true,
    // A save that succeeds may lead to another screen.
    isTyped: form.isDirty() && !busy,
    isHeld: busy,
    onClose,
  })
  const save = async () => {
    if (busy || asks || form.validate().hasErrors) return
    setBusy(true)
    setProblem(null)
    const outcome = await onSave(form.getValues())
    setBusy(false)
    if (outcome.kind === 'saved') return onClose()
    if (outcome.kind === 'changed') {
      setProblem(outcome.message)
      form.setValues(rebased(seen, form.getValues(), outcome.present))
      form.resetDirty(outcome.present)
      return setSeen(outcome.present)
    }
    const errors = Object.entries(outcome.errors ?? {})
    // A problem that its field shows is not repeated in a box.
    const isAtFields = errors.length > 0 && errors.every(([field]) => field in form.getValues())
    setProblem(isAtFields ? null : outcome.message)
    form.setErrors(Object.fromEntries(errors.map(([field, [first]]) => [field, first ?? ''])))
    setRefusals((before) => before + 1)
  }

  // Saves from a field of several lines too, where Enter alone makes a line.
  useHotkeys([['mod+Enter', () => void save()]], [])

  return (
    <>
      <LayerModal opened onClose={close} title={title} size={size} fullScreen={narrow}>
        <AskForm
          refusals={refusals}
          onSubmit={() => void save()}
          note={
            problem === null ? null : (
              <Alert color="red" role="alert">
                {problem}
              </Alert>
            )
          }
          buttons={
            <Group justify="space-between" gap="xs" w="100%">
              <div>{aside}</div>
              <Group gap="xs">
                <Button variant="default" onClick={close} disabled={busy}>
                  Cancelar
                </Button>
                <Button type="submit" loading={busy}>
                  {saveLabel}
                </Button>
              </Group>
            </Group>
          }
        >
          {children(form)}
        </AskForm>
      </LayerModal>
      {question}
    </>
  )
}
