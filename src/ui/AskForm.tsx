/**
 * The form of a dialog. Its buttons stay in sight while the fields scroll. After a failed submit the first invalid field
 * has the focus. Error messages do not move the layout.
 */
import { Group } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './AskForm.module.css'

interface AskFormProps {
  readonly children: ReactNode
  /** Above the buttons, in sight as they are: why a save failed. */
  readonly note?: ReactNode
  readonly buttons: ReactNode
  /** How often the server refused what was sent: each time the focus goes to the first invalid field, too. */
  readonly refusals?: number
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** A radio has its group's error in `data-error`: `aria-invalid` does not apply to a radio. */
const IN_ERROR = '[aria-invalid="true"], [type="radio"][data-error]'

export function AskForm({ children, note = null, buttons, refusals = 0, onSubmit }: AskFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  // After the render that shows the errors.
  useEffect(() => {
    if (tries + refusals > 0) form.current?.querySelector<HTMLElement>(IN_ERROR)?.focus()
  }, [tries, refusals])
  return (
    <form
      ref={form}
      className={classes.root}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTries((before) => before + 1)
        onSubmit(event)
      }}
    >
      {children}
      <div className={classes.foot}>
        {note}
        <Group justify="flex-end" gap="xs">
          {buttons}
        </Group>
      </div>
    </form>
  )
}
