/** Cards or list: docs/rules.md#card-grid */
import { SegmentedControl, VisuallyHidden } from '@mantine/core'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import classes from './LookSwitch.module.css'

interface LookSwitchProps {
  readonly isList: boolean
  readonly onChange: (isList: boolean) => void
}

const choice = (value: string, label: string, Icon: typeof IconList) => ({
  value,
  label: (
    <span title={label} className={classes.picture}>
      <Icon size={20} aria-hidden />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  ),
})
const CHOICES = [choice('cards', 'Cartões', IconLayoutGrid), choice('list', 'Lista', IconList)]

export function LookSwitch({ isList, onChange }: LookSwitchProps) {
  return (
    <SegmentedControl
      size="sm"
      classNames={{ root: classes.root ?? '', label: classes.label ?? '' }}
      aria-label="Como mostrar os leads"
      value={isList ? 'list' : 'cards'}
      onChange={(value) => onChange(value === 'list')}
      data={CHOICES}
    />
  )
}
