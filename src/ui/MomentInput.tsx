/**
 * The field of a date with time: typed, picked in a calendar, or 'Agora'. Firefox has a date and a time input instead
 * (docs/rules.md#dates-and-times). The value is local text, 'YYYY-MM-DD HH:mm', or null while it is incomplete.
 */
import { ActionIcon, Button, Popover, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { MomentCalendar, OURS } from './MomentCalendar.tsx'
import classes from './MomentInput.module.css'
import type { MomentInputProps } from './moment-input-props.ts'
import { SplitMoment } from './SplitMoment.tsx'

/** Shown for an incomplete value. */
export const UNFINISHED = 'Complete a data e a hora: dd/mm/aaaa hh:mm'

const hasSplitInputs = () => navigator.userAgent.includes('Firefox/')

export function MomentInput(props: MomentInputProps) {
  return hasSplitInputs() ? <SplitMoment {...props} /> : <TypedMoment {...props} />
}

/** Returns 'dd/MM/yyyy HH:mm'. */
function written(value: string): string {
  const [day = '', time = ''] = value.split(' ')
  return `${day.split('-').reverse().join('/')} ${time}`
}

function TypedMoment(props: MomentInputProps) {
  const { value, onChange, parse, now, label, disabled = false, offersNow = true } = props
  const [typed, setTyped] = useState<string | null>(null)
  const [left, setLeft] = useState(false)
  const [opened, setOpened] = useState(false)
  // The typed text stays as it is while it means the current value.
  const text = typed !== null && parse(typed) === value ? typed : value === null ? '' : written(value)
  const unfinished = value === null && text.trim() !== ''
  const change = (next: string | null) => {
    setTyped(null)
    onChange(next)
  }
  const openOrCloseByKey = (event: KeyboardEvent) => {
    const opens = event.altKey && event.key === 'ArrowDown'
    // The focus reaches the calendar some frames after it opens. Until then the key arrives here.
    const closes = opened && event.key === 'Escape'
    if (!opens && !closes) return
    event.preventDefault()
    setOpened(opens)
  }
  const whileOpened = opened ? OURS : {}
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      trapFocus
      returnFocus
      withRoles={false}
      hideDetached={false}
    >
      <Popover.Target>
        <TextInput
          {...(props.id === undefined ? {} : { id: props.id })}
          className={`${classes.root} ${props.className ?? ''}`}
          classNames={{ input: classes.input ?? '' }}
          label={label}
          placeholder="dd/mm/aaaa hh:mm"
          inputMode="numeric"
          autoComplete="off"
          required={props.required ?? false}
          disabled={disabled}
          description={props.description}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={props.error || (left && unfinished ? UNFINISHED : false)}
          data-unfinished={unfinished || undefined}
          {...(props.takesFocus ? { 'data-autofocus': true } : {})}
          value={text}
          onChange={(event) => {
            const next = event.currentTarget.value
            setTyped(next)
            setLeft(false)
            onChange(parse(next))
          }}
          onBlur={() => {
            setLeft(true)
            if (!unfinished) setTyped(null)
          }}
          {...whileOpened}
          onKeyDown={openOrCloseByKey}
          rightSectionWidth={`var(${offersNow ? '--moment-tools' : '--moment-tool'})`}
          rightSection={
            <div className={classes.tools}>
              {offersNow ? (
                <Button
                  className={classes.now ?? ''}
                  variant="subtle"
                  size="compact-sm"
                  disabled={disabled}
                  aria-label={`${label}: agora`}
                  onClick={() => change(now())}
                >
                  Agora
                </Button>
              ) : null}
              <ActionIcon
                {...whileOpened}
                variant="subtle"
                color="gray"
                disabled={disabled}
                aria-label={`${label}: abrir calendário`}
                aria-haspopup="dialog"
                aria-expanded={opened}
                onClick={() => setOpened(!opened)}
                onKeyDown={openOrCloseByKey}
              >
                <IconCalendar size={18} aria-hidden />
              </ActionIcon>
            </div>
          }
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={label} className={classes.calendar ?? ''}>
        <MomentCalendar {...props} onChange={change} onClose={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
