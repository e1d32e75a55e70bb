/**
 * What a dialog asks for, with the buttons under it. An answer that is missing or wrong takes the keyboard to its field,
 * and nothing moves under the pointer when its sentence appears.
 */
import { Group } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './AskForm.module.css'

interface AskFormProps {
  readonly children: ReactNode
  readonly buttons: ReactNode
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** A radio has its group's mistake: it is no field of its own to the browser. */
const IN_ERROR = '[aria-invalid="true"], [type="radio"][data-error]'

export function AskForm({ children, buttons, onSubmit }: AskFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  // After the try has drawn what it found.
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>(IN_ERROR)?.focus()
  }, [tries])
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
      <Group justify="flex-end" gap="xs">
        {buttons}
      </Group>
    </form>
  )
}
