# session.gd - two machines play with rollback over a line that is slow and loses packets.
extends SceneTree

const UNIT := 65536
const TICKS := 300
const FLIGHT := 5 # frames that a packet takes; every sixth is lost
const SLOTS := 64
const PLAYING := 2
enum Request { WAIT = 1, SAVE = 2, LOAD = 3, STEP = 4 }


class Machine:
	var number: int
	var world := PawlWorld.new()
	var bodies: Array[PawlBody] = [] # the first two are the players
	var session := PawlSession.new()
	var request := PawlRequest.new()
	var slots: Array[PawlBuffer] = []
	var packet := PawlBuffer.new()
	var rest := 0 # frames to sit out
	var given := 0 # inputs are given for ticks before this one
	var sent: Array = [] # frame and bytes
	var taken := 0

	func add_box(type: int, at: Vector2i, half_width: int, half_height: int) -> PawlBody:
		var body := PawlBody.new()
		body.set_def_type(type)
		body.set_def_position(at * UNIT)
		body.create_box(world, half_width, half_height)
		return body

	func _init(own: int) -> void:
		number = own
		world.set_def_body_capacity(16)
		world.set_def_shape_capacity(16)
		world.set_def_joint_capacity(0)
		world.create()
		for i in range(-1, 2): # a floor and two walls
			add_box(0, Vector2i(10 * i, 4 if i else -1), UNIT if i else 10 * UNIT, 5 * UNIT if i else UNIT).free()
		for i in 8:
			bodies.append(add_box(2, Vector2i(2 * i - 7, 1), UNIT / 2, UNIT / 2))
		var def := PawlSessionDef.new()
		def.set_role(number)
		def.set_input_size(1)
		def.set_slots(SLOTS)
		def.set_session_id(1) # over a network: random
		def.set_trusts_link(true) # nothing else can send here
		session.init(def)
		packet.resize(508)
		var room := PawlWorldDef.new()
		room.set_body_capacity(16)
		room.set_shape_capacity(16)
		room.set_joint_capacity(0)
		for i in SLOTS:
			var slot := PawlBuffer.new()
			slot.resize(Pawl.world_save_size_max(room))
			slots.append(slot)

	# Bits 0 and 1 push to the left and to the right, bit 2 up.
	func apply() -> void:
		for i in 2:
			var keys := request.get_inputs(i)
			var x := (keys >> 1 & 1) - (keys & 1)
			if keys != 0:
				bodies[i].apply_impulse_to_center(Vector2i(x * UNIT / 2, (keys >> 2 & 1) * UNIT))

	func run() -> void:
		while session.next_request(request) > Request.WAIT:
			match request.get_type():
				Request.SAVE:
					world.save(slots[request.get_slot()])
					session.answer_save(request.get_tick(), world.hash())
				Request.LOAD:
					world.restore(slots[request.get_slot()])
				Request.STEP:
					apply()
					world.step()
				_:
					return

	func receive(other: Machine, now: int) -> void:
		while taken < other.sent.size() and other.sent[taken][0] + FLIGHT <= now:
			if taken % 6 != 5:
				var bytes := PawlBuffer.new()
				bytes.set_bytes(other.sent[taken][1])
				session.receive(0, bytes, now * 17)
			taken += 1

	func frame(other: Machine, now: int) -> void:
		receive(other, now)
		rest += session.take_advice()
		if rest > 0:
			rest -= 1
		else:
			var head := session.get_head()
			if session.get_phase() == PLAYING and head >= given and head < TICKS:
				var keys := PawlBuffer.new()
				keys.resize(1)
				keys.set_byte(0, (head / 20 * 5 + number * 3 + head / 50) % 8)
				session.add_input(number, keys)
				given = head + 1
			run()
		var size := session.send(packet, now * 17)
		while size > 0:
			sent.append([now, packet.get_bytes(size)])
			size = session.send(packet, now * 17)


func _init() -> void:
	var machines: Array[Machine] = [Machine.new(0), Machine.new(1)]
	for now in 2 * TICKS:
		machines[0].frame(machines[1], now)
		machines[1].frame(machines[0], now)
	var stats := PawlSessionStats.new()
	for machine in machines:
		machine.session.get_stats(0, stats)
		print("session: machine %d confirmed %d ticks, %d rollbacks, hash %08x" % [machine.number,
			machine.session.get_confirmed(), stats.get_rollbacks(), machine.world.hash()])
		for body in machine.bodies:
			body.free()
		machine.world.free()
	quit()
