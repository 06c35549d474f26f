/**
 * The floor: what it takes to get a line from a serial port to a broker when nothing is checked, kept or understood.
 *
 *   node bare.mjs PORT BROKER_URL TOPIC
 */
import { ReadlineParser } from '@serialport/parser-readline'
import mqtt from 'mqtt'
import { SerialPort } from 'serialport'

const [path, url, topic] = process.argv.slice(2)
const client = await mqtt.connectAsync(url)
const port = new SerialPort({ path, baudRate: 115_200, hupcl: false })
port.pipe(new ReadlineParser()).on('data', (text) => {
  const line = JSON.parse(text)
  client.publish(topic, JSON.stringify(line), { qos: 1 })
})
port.on('open', () => process.stdout.write('ready\n'))
process.stdin.on('end', () => process.exit(0)).resume()
