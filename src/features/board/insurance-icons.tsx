/** Icons of the insurances 1 to 21. The others have none: docs/rules.md#cards. */
import {
  IconBike,
  IconBuilding,
  IconBuildingStore,
  IconCar,
  IconCarSuv,
  IconCertificate,
  IconCoins,
  IconDeviceMobile,
  IconFileDollar,
  IconGavel,
  IconHeartbeat,
  IconHome,
  IconHospital,
  IconPaw,
  IconPigMoney,
  IconPlane,
  IconServer2,
  IconShieldLock,
  IconSteeringWheel,
  IconTruck,
  IconTruckDelivery,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'

type Icon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>

const ICONS: Readonly<Record<number, Icon>> = {
  1: IconCar,
  2: IconCarSuv,
  3: IconSteeringWheel,
  4: IconHome,
  5: IconCoins,
  6: IconDeviceMobile,
  7: IconPaw,
  8: IconPlane,
  9: IconHeartbeat,
  10: IconBike,
  11: IconBuildingStore,
  12: IconTruckDelivery,
  13: IconGavel,
  14: IconTruck,
  15: IconUsersGroup,
  16: IconHospital,
  17: IconCertificate,
  18: IconBuilding,
  19: IconServer2,
  20: IconPigMoney,
  21: IconFileDollar,
}

export function InsuranceIcon({ insuranceId }: { insuranceId: number | null }) {
  const Found = (insuranceId === null ? undefined : ICONS[insuranceId]) ?? IconShieldLock
  return <Found size={20} stroke={1.6} aria-hidden />
}
