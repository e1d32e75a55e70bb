/** A range of days: typed, picked in a calendar, or chosen by its name. docs/rules.md#dates-and-times */
import { ActionIcon, Input, Menu } from '@mantine/core'
import { IconCalendarStats } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { daysProblem } from '../domain/reports/period.ts'
import { DateField } from './DateField.tsx'
import classes from './DateRange.module.css'

/** Days are YYYY-MM-DD, both ends included; null: no limit. */
export interface Days {
  readonly from: string | null
  readonly to: string | null
}

interface DateRangeProps {
  readonly label: string
  readonly value: Days
  readonly onChange: (value: Days) => void
  readonly presets: readonly { readonly label: string; readonly from: string; readonly to: string }[]
}

/** Why the days are no period, as a sentence; null: they are one, or one of them is open. */
export const rangeProblem = ({ from, to }: Days): string | null =>
  from === null || to === null ? null : daysProblem({ from, to }, Date.now())

export function DateRange({ label, value, onChange, presets }: DateRangeProps) {
  const id = useId()
  const [refused, setRefused] = useState<string | null>(null)
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      error={refused ?? rangeProblem(value)}
      className={classes.root ?? ''}
    >
      <div role="group" aria-labelledby={id} className={classes.fields}>
        <DateField
          aria-label={`${label}: de`}
          clearable={false}
          value={value.from}
          onRefused={setRefused}
          onChange={(from) => onChange({ ...value, from })}
        />
        <span aria-hidden>–</span>
        <DateField
          aria-label={`${label}: até`}
          clearable={false}
          value={value.to}
          onRefused={setRefused}
          onChange={(to) => onChange({ ...value, to })}
        />
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label={`${label}: períodos`}>
              <IconCalendarStats size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {presets.map(({ label: name, from, to }) => (
              <Menu.Item
                key={name}
                onClick={() => {
                  setRefused(null)
                  onChange({ from, to })
                }}
              >
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
    </Input.Wrapper>
  )
}
