/** Where the channel menu stands. Only Origem has channels. */
import { ORIGIN } from '../../domain/lead/status.ts'
import { lazyOpened } from '../../opening/lazy-after-paint.tsx'
import { ChannelButton } from './ChannelButton.tsx'
import type { ChannelMenuProps } from './ChannelMenu.tsx'

const Menu = lazyOpened<ChannelMenuProps>(
  async () => (await import('./ChannelMenu.tsx')).ChannelMenu,
  ({ view, catalogues, onEarlyClick }) => (
    <ChannelButton view={view} catalogues={catalogues} onClick={onEarlyClick} />
  ),
)

export function ChannelSlot(props: ChannelMenuProps) {
  return props.view.kind === 'status' && props.view.status === ORIGIN ? <Menu {...props} /> : null
}
