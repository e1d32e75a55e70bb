/** The action bar of a wide screen: a button for each step of the daily work, the rest in 'Mais'. */
import { Button } from '@mantine/core'
import { type ActionSource, workLines } from './action-table.tsx'
import classes from './LeadActionBar.module.css'
import { MoreMenu } from './MoreMenu.tsx'

export function ActionButtons(source: ActionSource) {
  return (
    <div className={classes.buttons}>
      {workLines(source).map(({ name, label, icon, run }) => (
        <Button
          key={name}
          variant={name === source.next ? 'filled' : 'default'}
          px="sm"
          leftSection={icon}
          loading={name === 'quote' && source.state.quoting.busy}
          onClick={run}
          data-calls={name === 'call' || undefined}
        >
          {label}
        </Button>
      ))}
      <MoreMenu source={source} label="Mais" withWork={false} />
    </div>
  )
}
