/** An Arduino Nano in avr8js: its processor, line, memory and pins, with a reader's chip at its SPI. */
import {
  AVREEPROM,
  AVRIOPort,
  AVRSPI,
  AVRTimer,
  AVRUSART,
  avrInstruction,
  CPU,
  EEPROMMemoryBackend,
  PinState,
  portBConfig,
  portDConfig,
  spiConfig,
  timer0Config,
  usart0Config,
} from 'avr8js'
import { type Image, MEMORY_BYTES } from './built.ts'
import type { Chip } from './reader-chips.ts'

const CLOCK_HZ = 16_000_000
const CYCLES_A_MS = CLOCK_HZ / 1000
export const RAM_BYTES = 2048
const RAM_BEGINS = 0x100
/** D10 of port B; D2 and D4 of port D. */
const [SELECT, BARRIER, LIGHT] = [2, 2, 4]

export class Nano {
  private readonly cpu: CPU
  private readonly usart: AVRUSART
  private readonly portD: AVRIOPort
  private readonly image: Image
  private readonly input: number[] = []
  private said = ''
  private lowest = RAM_BEGINS + RAM_BYTES - 1

  /** `memory`: what its EEPROM holds when the power comes; it goes on there. */
  constructor(image: Image, chip: Chip, memory: EEPROMMemoryBackend) {
    const cpu = new CPU(image.words, RAM_BYTES)
    const spi = new AVRSPI(cpu, spiConfig, CLOCK_HZ)
    spi.onByte = (byte) => {
      const answer = chip.exchange(byte)
      cpu.addClockEvent(() => spi.completeTransfer(answer), spi.transferCycles)
    }
    const portB = new AVRIOPort(cpu, portBConfig)
    let isSelected = false
    portB.addListener(() => {
      const isLow = portB.pinState(SELECT) === PinState.Low
      if (isLow !== isSelected) chip.select(isLow)
      isSelected = isLow
    })
    this.portD = new AVRIOPort(cpu, portDConfig)
    for (let pin = 0; pin < 8; pin++) this.portD.setPin(pin, true)
    this.usart = new AVRUSART(cpu, usart0Config, CLOCK_HZ)
    this.usart.onByteTransmit = (byte) => {
      this.said += String.fromCharCode(byte)
    }
    this.usart.onRxComplete = () => this.feed()
    new AVREEPROM(cpu, memory)
    new AVRTimer(cpu, timer0Config)
    this.cpu = cpu
    this.image = image
  }

  get baudRate(): number {
    return this.usart.baudRate
  }

  get isLit(): boolean {
    return this.portD.pinState(LIGHT) === PinState.High
  }

  /** Variables, and the stack at its deepest. */
  get ramUsed(): number {
    return this.image.ramBytes + (RAM_BEGINS + RAM_BYTES - 1 - this.lowest)
  }

  cover(on: boolean): void {
    this.portD.setPin(BARRIER, !on)
  }

  hear(text: string): void {
    this.input.push(...Buffer.from(text, 'latin1'))
    this.feed()
  }

  /** Runs for so long and returns what it has said meanwhile. */
  run(ms: number): string {
    const { cpu } = this
    for (const end = cpu.cycles + ms * CYCLES_A_MS; cpu.cycles < end; ) {
      avrInstruction(cpu)
      cpu.tick()
      if (cpu.SP < this.lowest && cpu.SP >= RAM_BEGINS) this.lowest = cpu.SP
    }
    const said = this.said
    this.said = ''
    return said
  }

  /** A byte after the other, at the speed of the line. */
  private feed(): void {
    const [byte] = this.input
    if (byte === undefined || this.usart.rxBusy || !this.usart.rxEnable) return
    this.input.shift()
    this.usart.writeByte(byte)
  }
}

export const newMemory = (): EEPROMMemoryBackend => new EEPROMMemoryBackend(MEMORY_BYTES)
