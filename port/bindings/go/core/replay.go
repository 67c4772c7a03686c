package pawl

import "unsafe"

// ReplayFile is a replay that was opened, in memory of C.
type ReplayFile struct {
	*Replay
	memory, record *Memory
}

// OpenReplay looks at all chunks once. An error tells where it is wrong.
func OpenReplay(bytes []byte) (*ReplayFile, error) {
	file := &ReplayFile{memory: NewMemory(len(bytes)), record: NewMemory(int(unsafe.Sizeof(Replay{})))}
	copy(file.memory.Bytes(), bytes)
	opened, failed := ReplayOpen(file.memory.Bytes()[:len(bytes)])
	if failed != nil {
		return nil, failed
	}
	file.Replay = (*Replay)(file.record.pointer)
	*file.Replay = opened
	return file, nil
}

// Player plays a replay.
type Player struct {
	playback       *Playback
	file           *ReplayFile
	memory, record *Memory
}

// NewPlayer is at the first state. force: also when the file is of another simulation.
func NewPlayer(file *ReplayFile, force bool) (*Player, error) {
	player := &Player{file: file, memory: NewMemory(int(PlaybackSize(file.Replay, nil))), record: NewMemory(int(unsafe.Sizeof(Playback{})))}
	player.playback = (*Playback)(player.record.pointer)
	return player, PlaybackBegin(player.playback, file.Replay, nil, force, player.memory.Bytes())
}

// Step plays one tick.
func (p *Player) Step() error { return PlaybackStep(p.playback, nil) }

// Verify plays on to the end and compares every checkpoint.
func (p *Player) Verify() Verdict { return PlaybackVerify(p.playback, nil, nil) }

// World is that of the player, which must live as long; nil after an edit that made none.
func (p *Player) World() *World {
	if p.playback.World == nil {
		return nil
	}
	return worldAt(p.playback.World, p.record)
}
