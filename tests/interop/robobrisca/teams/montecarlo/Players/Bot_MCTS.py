import math
import random
import time
from Players.Player import Player
from Game.ForwardModel import ForwardModel
from Players.MyHeuristic import MyHeuristic


class Node:
    def __init__(self, obs, action=None, parent=None):
        self.obs = obs
        self.action = action
        self.parent = parent
        self.children = []
        self.untried = obs.get_list_actions()
        self.visits = 0
        self.value = 0

    def ucb(self):
        return max(self.children, key=lambda c: c.value / c.visits + 1.4 * math.sqrt(math.log(self.visits) / c.visits))


class Base(Player):
    def __str__(self):
        return self.__class__.__name__


class ArbolPlayer(Base):
    def think(self, observation, budget):
        fm, h = ForwardModel(), MyHeuristic()
        equipo = observation.turn % 2
        root = Node(observation.clone())
        fin = time.time() + budget / 2
        while time.time() < fin or not root.children:
            node = root
            while not node.untried and node.children:
                node = node.ucb()
            if node.untried:
                action = node.untried.pop(random.randrange(len(node.untried)))
                obs = node.obs.clone()
                fm.play(obs, action, h)
                child = Node(obs, action, node)
                node.children.append(child)
                node = child
            sim = node.obs.clone()
            while fm.check_winner(sim) == -1:
                fm.play(sim, random.choice(sim.get_list_actions()), h)
            while node is not None:
                node.visits += 1
                node.value += sim.winner == equipo
                node = node.parent
        return max(root.children, key=lambda c: c.visits).action
