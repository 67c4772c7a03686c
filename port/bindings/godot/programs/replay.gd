# replay.gd - verifies a replay, then a copy in which one byte is another one:
# godot --headless --script replay.gd -- FILE
extends SceneTree


func _init() -> void:
	Pawl.world_link_all() # others made the file: it may have anything
	var bytes := PawlBuffer.new()
	bytes.set_bytes(FileAccess.get_file_as_bytes(OS.get_cmdline_user_args()[0]))
	var replay := PawlReplay.new()
	Pawl.replay_open(replay, bytes)
	var memory := PawlBuffer.new()
	memory.resize(Pawl.playback_size(replay, null))
	var playback := PawlPlayback.new()
	playback.begin(replay, null, false, memory)
	var verdict := PawlVerdict.new()
	playback.verify(verdict)
	print("replay: as recorded: %s, tick %d, %d checkpoints" % [
		Pawl.status_text(verdict.get_status()), verdict.get_tick(), verdict.get_checkpoints()])
	var world := PawlWorld.new()
	playback.get_world(world)
	print("replay: hash %08x, recorded %08x" % [world.hash(), replay.get_final_hash()])
	world.free()

	var middle := bytes.size() / 2
	bytes.set_byte(middle, bytes.get_byte(middle) ^ 1)
	var status := Pawl.replay_open(replay, bytes)
	print("replay: with a byte changed: %s at %d" % [Pawl.status_text(status), Pawl.told(0)])
	quit()
