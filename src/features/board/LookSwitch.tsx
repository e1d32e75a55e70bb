/**
 * Cards or list: docs/rules.md#card-grid. Radios of our own: Mantine's `SegmentedControl` measures itself as React's first drawing ends,
 * and the browser then lays out the whole board in the same task. docs/performance.md#opening
 */
import { VisuallyHidden } from '@mantine/core'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import { useId } from 'react'
import classes from './LookSwitch.module.css'

interface LookSwitchProps {
  readonly isList: boolean
  readonly onChange: (isList: boolean) => void
}

const LOOKS = [
  { label: 'Cartões', Icon: IconLayoutGrid, isList: false },
  { label: 'Lista', Icon: IconList, isList: true },
]

export function LookSwitch({ isList, onChange }: LookSwitchProps) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label="Como mostrar os leads" className={classes.root}>
      {LOOKS.map(({ label, Icon, isList: means }) => (
        <label key={label} title={label} className={classes.look}>
          <input
            type="radio"
            name={name}
            className={classes.radio}
            checked={means === isList}
            onChange={() => onChange(means)}
          />
          <Icon size={20} aria-hidden />
          <VisuallyHidden>{label}</VisuallyHidden>
        </label>
      ))}
    </div>
  )
}
